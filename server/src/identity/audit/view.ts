import { describeAuditEntry, describeAuditValues } from '@blood-bank/contract/audit/describe-entry'
import type { AuditEntry, AuditRecordType, exportAuditEntries } from '@blood-bank/contract/audit/endpoints'
import type { CsvRow } from '@blood-bank/contract/endpoint'
import { formatCsvTime } from '../../platform/clock/local-time.ts'
import type { PersonName } from './actors.ts'
import type { AuditEntryRow } from './entries.ts'

/** The name of a record by its id; null after it was deleted. */
export type NamesOfRecords = Record<AuditRecordType, (id: string) => string | null>

type Known = {
  /** What the record can be. */
  types: readonly AuditRecordType[]
  nameOfRecord: NamesOfRecords
  actor: PersonName
  note: string | null
}

export const entryForAdmins = (row: AuditEntryRow, { actor, note, ...known }: Known): AuditEntry => ({
  id: row.id,
  at: row.at.toISOString(),
  actor: { id: row.actorId, ...actor },
  action: row.action,
  record: recordOf(row.targetId, known),
  before: row.before,
  after: row.after,
  note,
})

/** A record that is gone has the first type that it can have. */
function recordOf(id: string | null, { types, nameOfRecord }: Pick<Known, 'types' | 'nameOfRecord'>) {
  const [first] = types
  if (id === null || !first) return null
  const type = types.find(type => nameOfRecord[type](id) !== null) ?? first
  return { type, id, name: nameOfRecord[type](id) }
}

export const entryForExport = (
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
