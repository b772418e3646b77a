import type { CsvFile, CsvRow } from '@blood-bank/contract/endpoint'
import type { CountedPage } from '@blood-bank/contract/listing'
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
  const records = await inTransaction(db, async db => {
    const { total } = await list(db, { limit: 1, after: undefined })
    const records = total ?? 0
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
      const page = await list(db, { limit: PAGE_SIZE, after })
      yield page.records.map(rowOf)
      after = page.next ?? undefined
    } while (after !== undefined)
  }
  return { name: `${what}-${calendarDate(now, timeZone)}`, count: records, pages: pages() }
}
