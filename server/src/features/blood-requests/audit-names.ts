import {
  AUDIT_ACTIONS,
  AuditAction,
  type AuditEntry,
  type AuditRecordType,
} from '@blood-bank/contract/audit/endpoints'
import { withMinus } from '@blood-bank/contract/donors/blood-groups'
import { findNames } from '../../identity/audit/actors.ts'
import { type AuditEntryRow, listLatestSuspensions } from '../../identity/audit/entries.ts'
import { entryForAdmins, type NamesOfRecords } from '../../identity/audit/view.ts'
import { findSuspensions } from '../../identity/users/suspensions.ts'
import type { Database } from '../../platform/database/connection.ts'
import { findDonors } from '../donors/queries.ts'
import { findBloodRequests } from './queries.ts'

/** Looks up the names that entries have now, and the notes that still exist. */
export async function presentEntries(db: Database, rows: AuditEntryRow[]): Promise<AuditEntry[]> {
  const targets = (type: AuditRecordType) =>
    rows.flatMap(({ action, targetId }) => (targetId && recordsOf(action).includes(type) ? [targetId] : []))
  const nameOf = await findNames(db, [...rows.map(({ actorId }) => actorId), ...targets('user')])
  const donors = await findDonors(db, targets('donor'))
  const bloodRequests = await findBloodRequests(db, targets('blood-request'))
  const notes = await findNotes(db, rows)
  const nameOfRecord: NamesOfRecords = {
    user: id => nameOf(id).name ?? nameOf(id).email,
    donor: id => donors.get(id)?.fullName ?? null,
    'blood-request': id => {
      const bloodRequest = bloodRequests.get(id)
      return bloodRequest
        ? `${bloodRequest.patientName} (${withMinus(bloodRequest.requiredBloodGroup)}, ${bloodRequest.hospitalName})`
        : null
    },
  }
  return rows.map(row =>
    entryForAdmins(row, {
      types: recordsOf(row.action),
      nameOfRecord,
      actor: nameOf(row.actorId),
      note: notes.get(row.id) ?? null,
    }),
  )
}

const recordsOf = (action: string): readonly AuditRecordType[] => {
  const known = AuditAction.safeParse(action)
  return known.success ? AUDIT_ACTIONS[known.data].records : []
}

/** The note of a suspension lies beside the log and goes with the suspension, so it belongs to the latest entry. */
async function findNotes(db: Database, rows: AuditEntryRow[]): Promise<Map<string, string | null>> {
  const userIds = rows.flatMap(({ action, targetId }) =>
    action === 'suspended' && targetId !== null ? [targetId] : [],
  )
  if (userIds.length === 0) return new Map()
  const suspensions = await findSuspensions(db, userIds)
  const latest = await listLatestSuspensions(db, [...suspensions.keys()])
  return new Map(latest.map(({ id, userId }) => [id, suspensions.get(userId)?.note ?? null]))
}
