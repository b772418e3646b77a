import type { DonatedComponent } from '@blood-bank/contract/donors/components'
import type { LastDonations } from '@blood-bank/contract/donors/eligibility'
import type { CountedPage } from '@blood-bank/contract/listing'
import { type SqlBool, sql } from 'kysely'
import { type Database, firstOrNull } from '../../../platform/database/connection.ts'
import { newestFirst, type Paging, readCountedPage } from '../../../platform/database/listing.ts'
import type { DonationRow } from './tables.ts'

/** Whether a donation is valid: it was not undone, as in the partial indexes of donations. */
export const isValidDonation = (donations = 'donations') =>
  sql<SqlBool>`not ${sql.ref(`${donations}.isWithdrawn`)}`

/** Whether a unit was given for the bank: not one that a donor added themselves, for no request. */
export const isGivenForBank = () =>
  sql<SqlBool>`(recorded_by <> 'donor' or blood_request_id is not null) and ${isValidDonation()}`

/** Counts the units that were given from a date until before another, and the requests for which they were. */
export const countGiven = (db: Database, { from, until }: { from: string; until: string }) =>
  db
    .selectFrom('donations')
    .select([
      sql<number>`count(*)::int`.as('unitsGiven'),
      sql<number>`count(distinct blood_request_id)::int`.as('peopleHelped'),
    ])
    .where(isGivenForBank())
    .where('donatedOn', '>=', from)
    .where('donatedOn', '<', until)
    .executeTakeFirstOrThrow()

const valid = (db: Database) => db.selectFrom('donations').where(isValidDonation())

export const findDonation = (db: Database, id: string): Promise<DonationRow | null> =>
  firstOrNull(valid(db).selectAll().where('id', '=', id))

/** Finds the valid donations of offers, by the id of the offer. */
export async function findDonationsOfOffers(
  db: Database,
  offerIds: string[],
): Promise<ReadonlyMap<string | null, DonationRow>> {
  const rows = await valid(db)
    .selectAll()
    .where('offerId', '=', sql<string>`any (${offerIds}::uuid[])`)
    .execute()
  return new Map(rows.map(row => [row.offerId, row]))
}

/** Finds the valid donation of an offer. */
export const findDonationOfOffer = (db: Database, offerId: string): Promise<DonationRow | null> =>
  firstOrNull(valid(db).selectAll().where('offerId', '=', offerId))

/** Finds those of these offers of which a donation was undone. */
export async function findOffersWithUndoneDonation(
  db: Database,
  offerIds: string[],
): Promise<ReadonlySet<string | null>> {
  const rows = await db
    .selectFrom('donations')
    .select('offerId')
    .where('offerId', '=', sql<string>`any (${offerIds}::uuid[])`)
    .where('isWithdrawn', '=', true)
    // The donor added it themselves, and it was replaced or removed.
    .where('recordedBy', '<>', 'donor')
    .execute()
  return new Set(rows.map(({ offerId }) => offerId))
}

/** Finds the donation of an offer if it is the only one of its donor that is recorded and counts. */
export const findFirstDonation = (db: Database, offerId: string): Promise<DonationRow | null> =>
  firstOrNull(
    valid(db)
      .selectAll()
      .where('offerId', '=', offerId)
      .where(
        sql<SqlBool>`1 = (
          select count(*) from donations as own
           where own.user_id = donations.user_id and not own.is_withdrawn and own.disputed_at is null)`,
      ),
  )

/** Finds the valid donation of a donor on a day. */
export const findDonationOfDay = (
  db: Database,
  userId: string,
  donatedOn: string,
): Promise<DonationRow | null> =>
  firstOrNull(valid(db).selectAll().where('userId', '=', userId).where('donatedOn', '=', donatedOn))

/** The days of a donor's last donations that are recorded and count: not undone, nor disputed by the donor. */
export async function findLastDonations(db: Database, userId: string): Promise<LastDonations> {
  const rows = await valid(db)
    .select(['component', ({ fn }) => fn.max<string>('donatedOn').as('latest')])
    .where('userId', '=', userId)
    .where('disputedAt', 'is', null)
    .groupBy('component')
    .execute()
  const latestOf = (given: DonatedComponent) =>
    rows.find(({ component }) => component === given)?.latest ?? null
  return { blood: latestOf('blood'), 'apheresis-platelets': latestOf('apheresis-platelets') }
}

/** Reads one page of a donor's donations, the latest first. */
export const listDonationsOfUser = (
  db: Database,
  userId: string,
  paging: Paging,
): Promise<CountedPage<DonationRow>> =>
  readCountedPage(valid(db).selectAll().where('userId', '=', userId), {
    ...paging,
    ...newestFirst('donatedOn', 'date'),
  })

/** Lists all donations of a donor, also those that were undone, for the account export. */
export const listAllDonationsOfUser = (db: Database, userId: string): Promise<DonationRow[]> =>
  db.selectFrom('donations').selectAll().where('userId', '=', userId).orderBy('donatedOn').execute()
