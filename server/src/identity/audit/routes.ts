import { describeAuditEntry, describeAuditValues } from '@blood-bank/contract/audit/describe-entry'
import {
  AUDIT_ACTIONS,
  AuditAction,
  type AuditEntry,
  type AuditListing,
  type AuditRecordType,
  exportAuditEntries,
  listAuditEntries,
} from '@blood-bank/contract/audit/endpoints'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import type { CsvRow } from '@blood-bank/contract/endpoint'
import { formatCsvTime, startOfDate } from '../../platform/clock/local-time.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { Context } from '../access/context.ts'
import { serve } from '../access/serve.ts'
import { type AuditNames, findActors, type PersonName } from './actors.ts'
import {
  type AuditEntryRow,
  type AuditFilter,
  listAuditEntries as listEntries,
  listLatestSuspensions,
} from './entries.ts'
import { exportRecords } from './export-records.ts'

type Filters = Omit<AuditListing, 'limit' | 'after'>

/** The audit log for admins: list and export. Nothing changes it. */
export function auditLogRoutes(
  { http, db, config: { timeZone }, recordSecurityEvent, now }: Context,
  names: AuditNames,
): void {
  serve(http, listAuditEntries, async ({ query }) => {
    const isFolded = query.act === undefined && query.record === undefined
    const page = await listEntries(db, { ...(await filterOf(query)), isFolded }, query)
    return { ...page, records: await presentEntries(db, page.records, names) }
  })

  serve(http, exportAuditEntries, async ({ query, actor }) => {
    const filter = await filterOf(query)
    return exportRecords(db, {
      actorId: actor.id,
      recordSecurityEvent,
      what: 'audit-entries',
      now: now(),
      timeZone,
      list: async (db, place) => {
        const page = await listEntries(db, filter, { ...place, order: query.order })
        return { ...page, records: await presentEntries(db, page.records, names) }
      },
      rowOf: entry => entryForExport(entry, timeZone),
    })
  })

  const filterOf = async ({
    search,
    actor,
    action,
    type,
    record,
    act,
    from,
    to,
  }: Filters): Promise<AuditFilter> => ({
    actorIds: await findActors(db, { search, id: actor, findNames: names.findNames }),
    actions: actionsOf({ action, type }),
    targetId: record,
    actOf: act,
    isFolded: false,
    from: from === undefined ? undefined : startOfDate(from, timeZone),
    until: to === undefined ? undefined : startOfDate(addDays(to, 1), timeZone),
  })
}

function actionsOf({ action, type }: Pick<Filters, 'action' | 'type'>): string[] | undefined {
  if (type === undefined) return action && [action]
  return AuditAction.options.filter(
    name => AUDIT_ACTIONS[name].records.includes(type) && (action === undefined || action === name),
  )
}

/** Looks up the names that entries have now, and the notes that still exist. */
async function presentEntries(db: Database, rows: AuditEntryRow[], names: AuditNames): Promise<AuditEntry[]> {
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

/** The name of a record by its id; null after it was deleted. */
type NamesOfRecords = Record<AuditRecordType, (id: string) => string | null>

type Known = {
  /** What the record can be. */
  types: readonly AuditRecordType[]
  nameOfRecord: NamesOfRecords
  actor: PersonName
  note: string | null
}

const entryForAdmins = (row: AuditEntryRow, { actor, note, ...known }: Known): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: { id: row.actorId, ...actor },
  action: row.action,
  record: recordOf(row.targetId, known),
  before: row.before,
  after: row.after,
  note,
  ...(row.records > 1 && { records: row.records }),
})

/** A record that is gone has the first type that it can have. */
function recordOf(id: string | null, { types, nameOfRecord }: Pick<Known, 'types' | 'nameOfRecord'>) {
  const [first] = types
  if (id === null || !first) return null
  const type = types.find(type => nameOfRecord[type](id) !== null) ?? first
  return { type, id, name: nameOfRecord[type](id) }
}

const entryForExport = (
  entry: AuditEntry,
  timeZone: string,
): CsvRow<(typeof exportAuditEntries)['reply']['csv'][number]> => ({
  Time: formatCsvTime(new Date(entry.at), timeZone),
  'Time (UTC)': entry.at,
  Actor: entry.actor.name,
  'Actor Email': entry.actor.email,
  'What Happened': describeAuditEntry(entry),
  Before: describeAuditValues(entry.before),
  After: describeAuditValues(entry.after),
  Note: entry.note,
  Action: entry.action,
  'Actor ID': entry.actor.id,
  'Record Type': entry.record?.type ?? null,
  'Record ID': entry.record?.id ?? null,
})
