import type { ThankYou } from '@blood-bank/contract/thanks/sentences'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { findDonation } from '../offers/donations/queries.ts'
import type { DonationRow } from '../offers/donations/tables.ts'

/** Stops thank-yous for a donor; nothing for an account that is erased. */
export async function stopThankYous(db: Database, userId: string, stoppedAt: Date): Promise<void> {
  await sql`
    insert into thank_you_stops (user_id, stopped_at) select id, ${stoppedAt}::timestamptz from users where id = ${userId}
    on conflict do nothing`.execute(db)
}

/** Lets a donor get thank-yous again. */
export async function removeThankYouStop(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('thankYouStops').where('userId', '=', userId).execute()
}

/** Since when a donor wants no thank-yous any more; null for who gets them. */
export async function findThankYouStop(db: Database, userId: string): Promise<Date | null> {
  const stop = await db
    .selectFrom('thankYouStops')
    .select('stoppedAt')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return stop?.stoppedAt ?? null
}

/** Of some donors, those who do not want thank-yous. */
export async function listThankYouStops(db: Database, userIds: string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('thankYouStops')
    .select('userId')
    .where('userId', '=', sql<string>`any (${userIds}::uuid[])`)
    .execute()
  return new Set(rows.map(({ userId }) => userId))
}

type ThankedDonation = DonationRow & { userId: string; thankYou: ThankYou }

/** Finds a donation about whose thank-you its donor is told; null when it was undone or disputed, or the donor stopped them. */
export async function findThankedDonation(db: Database, id: string): Promise<ThankedDonation | null> {
  const donation = await findDonation(db, id)
  if (!donation?.userId || !donation.thankYou || donation.disputedAt) return null
  if (await findThankYouStop(db, donation.userId)) return null
  return donation as ThankedDonation
}
