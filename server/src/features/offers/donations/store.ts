import type { ThankYou } from '@blood-bank/contract/thanks/sentences'
import { type SqlBool, sql } from 'kysely'
import { type Database, firstOrNull, type Transaction } from '../../../platform/database/connection.ts'
import { isValidDonation } from './queries.ts'
import type { DonationRow } from './tables.ts'

type NewDonation = Pick<
  DonationRow,
  'bloodRequestId' | 'offerId' | 'component' | 'donatedOn' | 'recordedBy'
> & {
  userId: string
}

/** The condition of the unique index. PostgreSQL allows no name of a table in it. */
const VALID = sql<SqlBool>`not is_withdrawn`

/**
 * Stores a donation; null when one of this donor on this day is recorded already. One that the donor added themselves is
 * replaced. One that an admin recorded without an offer becomes the donation for the blood request, and so does the donor's own
 * when they say for what they gave.
 */
export async function insertDonation(db: Database, donation: NewDonation): Promise<DonationRow | null> {
  if (donation.recordedBy !== 'donor') await replaceOwnDonation(db, donation)
  return firstOrNull(
    db
      .insertInto('donations')
      .values({ ...donation, disputedAt: null, thankYou: null })
      .onConflict(conflict =>
        conflict
          .columns(['userId', 'donatedOn'])
          .where(VALID)
          .doUpdateSet(({ ref }) => ({
            bloodRequestId: ref('excluded.bloodRequestId'),
            offerId: ref('excluded.offerId'),
            component: ref('excluded.component'),
          }))
          .where('donations.recordedBy', '<>', 'requester')
          .where('donations.offerId', 'is', null)
          .where('donations.disputedAt', 'is', null)
          .where('excluded.offerId', 'is not', null),
      )
      .returningAll(),
  )
}

/** What the donor added comes back when the donation that replaces it is undone: its offer or its day tells which it was. */
async function replaceOwnDonation(db: Database, { userId, donatedOn, offerId }: NewDonation): Promise<void> {
  await db
    .updateTable('donations')
    .set({ isWithdrawn: true, offerId })
    .where('userId', '=', userId)
    .where('donatedOn', '=', donatedOn)
    .where('recordedBy', '=', 'donor')
    // Not what they gave for another request.
    .where('offerId', 'is', null)
    .where(VALID)
    .execute()
}

/** Lets a donation of which its donor spoke count for the blood request, or no longer; null for no longer. */
export const setCounted = (
  db: Database,
  id: string,
  { bloodRequestId, confirmedAt }: Pick<DonationRow, 'bloodRequestId' | 'confirmedAt'>,
): Promise<DonationRow> =>
  db
    .updateTable('donations')
    .set({ bloodRequestId, confirmedAt })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Restores what an undone donation replaced, unless that day has another donation by now. */
export async function restoreOwnDonation(
  db: Database,
  { userId, offerId, donatedOn }: Pick<DonationRow, 'userId' | 'offerId' | 'donatedOn'>,
): Promise<void> {
  await sql`
    update donations own set is_withdrawn = false, offer_id = null
     where id = (select id from donations
                  where user_id = ${userId} and recorded_by = 'donor' and is_withdrawn
                    and (offer_id = ${offerId} or offer_id is null and donated_on = ${donatedOn})
                  order by recorded_at desc limit 1)
       and not exists (
         select from donations other
          where other.user_id = own.user_id and other.donated_on = own.donated_on and not other.is_withdrawn)`.execute(
    db,
  )
}

/** Locks a valid donation; null when it was undone or no longer exists. */
export const lockDonation = (db: Database, id: string): Promise<DonationRow | null> =>
  firstOrNull(
    db.selectFrom('donations').selectAll().where('id', '=', id).where(isValidDonation()).forUpdate(),
  )

/**
 * Locks the donations for a blood request, or all that a user gave or received for their requests, in the order of their ids.
 * Call it before `lockOffers`: a deletion changes the donations in the end, and whoever disputes or undoes one has locked it
 * before the offer.
 */
export async function lockDonations(
  db: Database,
  selection: { bloodRequestId: string } | { madeOrReceivedBy: string },
): Promise<void> {
  const ids =
    'bloodRequestId' in selection
      ? sql`select id from donations where blood_request_id = ${selection.bloodRequestId}`
      : sql`select id from donations where user_id = ${selection.madeOrReceivedBy} union all
            select donations.id from blood_requests join donations on blood_request_id = blood_requests.id
             where blood_requests.user_id = ${selection.madeOrReceivedBy}`
  await sql`select from donations where id = any (array(${ids})) order by id for update`.execute(db)
}

/**
 * Undoes a donation. One that the donor added is deleted: nobody else knows of it, and whoever adds and removes one in a loop
 * must not fill the table.
 */
export async function undoStoredDonation(
  db: Database,
  { id, recordedBy }: Pick<DonationRow, 'id' | 'recordedBy'>,
): Promise<void> {
  if (recordedBy === 'donor') await db.deleteFrom('donations').where('id', '=', id).execute()
  else await db.updateTable('donations').set({ isWithdrawn: true }).where('id', '=', id).execute()
}

export const setDisputedAt = (db: Database, id: string, at: Date): Promise<DonationRow> =>
  db
    .updateTable('donations')
    .set({ disputedAt: at })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Sets the day of a donation, and what was given, ends a dispute about it, and confirms it. */
export const correctDonation = (
  db: Database,
  id: string,
  { now, ...values }: Pick<DonationRow, 'donatedOn' | 'component'> & { now: Date },
): Promise<DonationRow> =>
  db
    .updateTable('donations')
    .set({ ...values, disputedAt: null, confirmedAt: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/**
 * Stores with what the donors of a blood request are thanked: those whose donations are valid and undisputed.
 * @returns the donations whose donors have an account
 */
export async function setThankYou(
  db: Transaction,
  bloodRequestId: string,
  thankYou: ThankYou,
): Promise<(DonationRow & { userId: string })[]> {
  // In one order, so that two transactions do not wait for each other.
  const thanked = await db
    .selectFrom('donations')
    .select('id')
    .where('bloodRequestId', '=', bloodRequestId)
    .where(isValidDonation())
    .where('disputedAt', 'is', null)
    .where('userId', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (thanked.length === 0) return []
  return db
    .updateTable('donations')
    .set({ thankYou })
    .where(
      'id',
      'in',
      thanked.map(({ id }) => id),
    )
    .returningAll()
    .$narrowType<{ userId: string }>()
    .execute()
}

/**
 * Removes a donor who is about to be erased from their donations. The foreign keys would do so, too, but one after the other:
 * the second change of a row checks all keys of the row again, and would wait for other people who are being erased.
 */
export async function removeDonorFromDonations(db: Database, userId: string): Promise<void> {
  await db
    .updateTable('donations')
    .set({ userId: null, offerId: null })
    .where('userId', '=', userId)
    .execute()
}
