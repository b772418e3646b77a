import { addDays } from '@blood-bank/contract/donors/eligibility'
import { RETENTION } from '@blood-bank/contract/own-account/retention'
import type { Database, Transaction } from '../../../platform/database/connection.ts'

type Reservation = {
  /** The calendar date in the site's time zone. */
  day: string
  count: number
  /** How many text messages of all kinds may be enqueued on this day. */
  perDay: number
}

/**
 * Counts text messages that are about to be enqueued. The row of the day stays locked until the end of the transaction,
 * which therefore locks nothing else afterwards.
 * @returns how many of them fit into the limit
 */
export async function reserveTexts(db: Transaction, { day, count, perDay }: Reservation): Promise<number> {
  const { texts } = await db
    .insertInto('textDays')
    .values({ day, texts: 0 })
    // Locks the row that is there.
    .onConflict(conflict => conflict.column('day').doUpdateSet({ day }))
    .returning('texts')
    .executeTakeFirstOrThrow()
  const reserved = Math.max(0, Math.min(count, perDay - texts))
  if (reserved > 0)
    await db
      .updateTable('textDays')
      .set({ texts: texts + reserved })
      .where('day', '=', day)
      .execute()
  return reserved
}

/** How many text messages were enqueued on a day. */
export async function countTextsOf(db: Database, day: string): Promise<number> {
  const row = await db.selectFrom('textDays').select('texts').where('day', '=', day).executeTakeFirst()
  return row?.texts ?? 0
}

/** Removes the counts of past days, which nothing reads. */
export async function removeOldTextDays(db: Database, today: string): Promise<void> {
  await db.deleteFrom('textDays').where('day', '<=', addDays(today, -RETENTION.textCountDays)).execute()
}
