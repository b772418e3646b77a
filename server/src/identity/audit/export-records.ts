import type { CsvFile, CsvRow } from '@blood-bank/contract/csv'
import type { Page } from '@blood-bank/contract/paging'
import { calendarDate } from '../../platform/clock/calendar-date.ts'
import { type Database, inTransaction } from '../../platform/database/connection.ts'
import { recordAction } from './record-action.ts'
import type { RecordSecurityEvent } from './security-events.ts'

/** Enough that the way to the database does not count, and few enough to be held. */
const PAGE = 1_000

type Export<Row, Heading extends string> = {
  actorId: string
  recordSecurityEvent: RecordSecurityEvent
  /** What is exported, in small letters: the name of the file. */
  what: string
  now: Date
  timeZone: string
  count: (db: Database) => Promise<number>
  list: (db: Database, place: { limit: number; after: string | undefined }) => Promise<Page<Row>>
  rowOf: (record: Row) => CsvRow<Heading>
}

/**
 * Takes records out of the system: the audit knows of it before the first of them leaves. The pages are queries of
 * their own, since a reader may be slow and must not hold a connection; each record that stays is there once.
 */
export async function exportRecords<Row, Heading extends string>(
  db: Database,
  { actorId, recordSecurityEvent, what, now, timeZone, count, list, rowOf }: Export<Row, Heading>,
): Promise<CsvFile<Heading>> {
  const records = await inTransaction(db, async db => {
    const records = await count(db)
    await recordAction(db, {
      actorId,
      action: 'exported',
      targetId: null,
      before: null,
      after: { what, records },
    })
    return records
  })
  recordSecurityEvent('exported', { actorId, what, records })
  async function* pages() {
    let after: string | undefined
    do {
      const page = await list(db, { limit: PAGE, after })
      yield page.records.map(rowOf)
      after = page.next ?? undefined
    } while (after !== undefined)
  }
  return { name: `${what}-${calendarDate(now, timeZone)}`, count: records, pages: pages() }
}
