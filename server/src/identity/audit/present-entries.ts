import {
  AUDIT_ACTIONS,
  AuditAction,
  type AuditEntry,
  type AuditRecordType,
} from '@blood-bank/contract/audit/endpoints'
import type { Database } from '../../platform/database/connection.ts'
import type { AuditNames } from './actors.ts'
import { type AuditEntryRow, listLatestSuspensions } from './entries.ts'
import { entryForAdmins, type NamesOfRecords } from './view.ts'

/** Looks up the names that entries have now, and the notes that still exist. */
export async function presentEntries(
  db: Database,
  rows: AuditEntryRow[],
  names: AuditNames,
): Promise<AuditEntry[]> {
  const targets = (type: AuditRecordType) =>
    rows.flatMap(({ action, targetId }) => (targetId && recordsOf(action).includes(type) ? [targetId] : []))
  const nameOf = await names.findNames(db, [...rows.map(({ actorId }) => actorId), ...targets('user')])
  const donors = await names.findDonorNames(db, targets('donor'))
  const bloodRequests = await names.findBloodRequestNames(db, targets('blood-request'))
  const notes = await findNotes(db, rows, names)
  const nameOfRecord: NamesOfRecords = {
    user: id => nameOf(id).name ?? nameOf(id).email,
    donor: id => donors.get(id) ?? null,
    'blood-request': id => bloodRequests.get(id) ?? null,
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
async function findNotes(
  db: Database,
  rows: AuditEntryRow[],
  { findSuspensionNotes }: AuditNames,
): Promise<Map<string, string | null>> {
  const userIds = rows.flatMap(({ action, targetId }) =>
    action === 'suspended' && targetId !== null ? [targetId] : [],
  )
  if (userIds.length === 0) return new Map()
  const ofUsers = await findSuspensionNotes(db, userIds)
  const latest = await listLatestSuspensions(db, [...ofUsers.keys()])
  return new Map(latest.map(({ id, userId }) => [id, ofUsers.get(userId) ?? null]))
}
