import type { Database } from '../../../platform/database/connection.ts'
import { IS_STANDING } from './queries.ts'
import type { DonationRow } from './tables.ts'

type NewDonation = Pick<DonationRow, 'bloodRequestId' | 'offerId' | 'donatedOn' | 'recordedBy'> & {
  userId: string
}

/**
 * Stores a donation; null when one of this donor on this day is recorded already. If the donor added that one themselves,
 * it becomes the donation for the blood request.
 */
export async function insertDonation(db: Database, donation: NewDonation): Promise<DonationRow | null> {
  const row = await db
    .insertInto('donations')
    .values({ ...donation, disputedAt: null })
    .onConflict(conflict =>
      conflict
        .columns(['userId', 'donatedOn'])
        .where(IS_STANDING)
        .doUpdateSet(({ ref }) => ({
          bloodRequestId: ref('excluded.bloodRequestId'),
          offerId: ref('excluded.offerId'),
          recordedBy: ref('excluded.recordedBy'),
          recordedAt: ref('excluded.recordedAt'),
        }))
        .where('donations.recordedBy', '=', 'donor')
        .where('excluded.recordedBy', '<>', 'donor'),
    )
    .returningAll()
    .executeTakeFirst()
  return row ?? null
}

/** Locks a standing donation; null when it was undone or no longer exists. */
export async function lockDonation(db: Database, id: string): Promise<DonationRow | null> {
  const row = await db
    .selectFrom('donations')
    .selectAll()
    .where('id', '=', id)
    .where(IS_STANDING)
    .forUpdate()
    .executeTakeFirst()
  return row ?? null
}

export async function withdrawDonation(db: Database, id: string): Promise<void> {
  await db.updateTable('donations').set({ isWithdrawn: true }).where('id', '=', id).execute()
}

export const setDisputedAt = (db: Database, id: string, at: Date): Promise<DonationRow> =>
  db
    .updateTable('donations')
    .set({ disputedAt: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Sets the day of a donation and settles a dispute about it. */
export const correctDonation = (db: Database, id: string, donatedOn: string): Promise<DonationRow> =>
  db
    .updateTable('donations')
    .set({ donatedOn, disputedAt: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * Removes a donor who is about to be erased from their donations. The deletion would do so by itself, but in two changes
 * of each row, of which the second checks all foreign keys again and so waits for others who are leaving.
 */
export async function removeDonorFromDonations(db: Database, userId: string): Promise<void> {
  await db
    .updateTable('donations')
    .set({ userId: null, offerId: null })
    .where('userId', '=', userId)
    .execute()
}
