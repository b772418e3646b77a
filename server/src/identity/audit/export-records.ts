import type { CountedPage } from '@blood-bank/contract/paging'
import type { CsvFile, CsvRow } from '@blood-bank/contract/streamed-replies'
import { calendarDate } from '../../platform/clock/local-time.ts'
import { type Database, inTransaction } from '../../platform/database/connection.ts'
import type { RecordSecurityEvent } from '../access/security-events.ts'
import { recordAction } from './record-action.ts'

/** Large enough to make round trips negligible, small enough to hold in memory. */
const PAGE_SIZE = 1_000

type Export<Row, Heading extends string> = {
  actorId: string
  recordSecurityEvent: RecordSecurityEvent
  /** The records that are exported, in lower case: part of the file name and of the audit entry. */
  what: string
  now: Date
  timeZone: string
  list: (db: Database, place: { limit: number; after: string | undefined }) => Promise<CountedPage<Row>>
  rowOf: (record: Row) => CsvRow<Heading>
}

/**
 * Exports records as CSV. The audit entry is committed before the first record is sent. Each page is a query of its own,
 * because a slow client must not hold a connection; a record that exists throughout appears exactly once.
 */
export async function exportRecords<Row, Heading extends string>(
  db: Database,
  { actorId, recordSecurityEvent, what, now, timeZone, list, rowOf }: Export<Row, Heading>,
): Promise<CsvFile<Heading>> {
  const first = await inTransaction(db, async db => {
    const first = await list(db, { limit: PAGE_SIZE, after: undefined })
    const after = { what, records: first.total ?? 0 }
    await recordAction(db, { actorId, action: 'exported', targetId: null, before: null, after })
    return first
  })
  const records = first.total ?? 0
  recordSecurityEvent('exported', { actorId, what, records })
  async function* pages() {
    yield first.records.map(rowOf)
    let after = first.next
    while (after !== null) {
      const page = await list(db, { limit: PAGE_SIZE, after })
      yield page.records.map(rowOf)
      after = page.next
    }
  }
  return { name: `${what}-${calendarDate(now, timeZone)}`, count: records, pages: pages() }
}
