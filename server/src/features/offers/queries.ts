import type { CountedPage } from '@blood-bank/contract/listing'
import type { OfferSituation } from '@blood-bank/contract/offers/offering'
import { CONTRADICTIONS_WARNED_FROM } from '@blood-bank/contract/offers/turned-away'
import type { Overview } from '@blood-bank/contract/site/overview'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Database, firstOrNull } from '../../platform/database/connection.ts'
import { newestFirst, oldestFirst, type Paging, readCountedPage } from '../../platform/database/listing.ts'
import type { Progress, ReadProgress } from '../blood-requests/hooks.ts'
import { isListedRequest } from '../blood-requests/queries.ts'
import { isValidDonation } from './donations/queries.ts'
import type { OfferRow } from './tables.ts'

/** Whether an offer stands, as in the partial indexes of offers. */
export const isStandingOffer = (offers = 'offers') => sql<SqlBool>`${sql.ref(`${offers}.status`)} = 'offered'`

/** Whether the hospital could not take the donor of an offer. */
export const isTurnedAway = ({ result }: Pick<OfferRow, 'result'>): boolean => result === 'turned-away'

const HOUR = sql`interval '1 hour'`

/**
 * Whether an active request needs units and was posted over an hour ago, without a standing offer in that hour. Requests of
 * suspended owners are left out, because nobody can offer to donate for them.
 */
export const hasNoOfferForAnHour = (now: Date) => sql<SqlBool>`(
  ${isListedRequest()} and requested_at < ${now}::timestamptz - ${HOUR}
  -- Counted for each request: an anti-join would read the offers of all requests.
  and 0 = (
    select count(*) from offers where blood_request_id = blood_requests.id
      and (${isStandingOffer()} or settled_at > ${now}::timestamptz - ${HOUR}))
  and units_required > (
    select count(*) from donations where blood_request_id = blood_requests.id and ${isValidDonation()}))`

export const findOffer = (db: Database, id: string): Promise<OfferRow | null> =>
  firstOrNull(db.selectFrom('offers').selectAll().where('id', '=', id))

/** Sorts ids of offers by their donors, without those that occur twice. Ids of no offer come last. */
export async function sortByDonor(db: Database, ids: string[]): Promise<string[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) as named (id) left join offers using (id)
     group by id, user_id order by user_id, id`.execute(db)
  return rows.map(({ id }) => id)
}

/** Finds the one offer of a donor that stands. */
export const findStandingOffer = (db: Database, userId: string): Promise<OfferRow | null> =>
  firstOrNull(db.selectFrom('offers').selectAll().where('userId', '=', userId).where(isStandingOffer()))

/** Lists what decides whether a donor may offer for a blood request: their standing offer, and all for this request. */
export async function listOffersThatDecide(
  db: Database,
  userId: string,
  bloodRequestId: string,
): Promise<OfferSituation['offers']> {
  const offers = await db
    .selectFrom('offers')
    .select(['bloodRequestId', 'status', 'result'])
    .where('userId', '=', userId)
    .where(offer => offer.or([isStandingOffer(), offer('bloodRequestId', '=', bloodRequestId)]))
    .execute()
  return offers.map(offer => ({ ...offer, isTurnedAway: isTurnedAway(offer) }))
}

/** Lists the offers of a donor for one blood request. */
export const listOffersOfDonorFor = (
  db: Database,
  { userId, bloodRequestId }: { userId: string; bloodRequestId: string },
): Promise<OfferRow[]> =>
  db
    .selectFrom('offers')
    .selectAll()
    .where('userId', '=', userId)
    .where('bloodRequestId', '=', bloodRequestId)
    .execute()

/** Whether nobody had offered for the blood request of an offer before. */
export async function isFirstOffer(
  db: Database,
  { id, bloodRequestId }: Pick<OfferRow, 'id' | 'bloodRequestId'>,
): Promise<boolean> {
  const earlier = await db
    .selectFrom('offers')
    .select('id')
    .where('bloodRequestId', '=', bloodRequestId)
    .where('id', '<', id)
    .limit(1)
    .executeTakeFirst()
  return earlier === undefined
}

/** Reads one page of the offers of a donor, newest first. */
export const listOffersOfUser = (
  db: Database,
  userId: string,
  paging: Paging,
): Promise<CountedPage<OfferRow>> =>
  readCountedPage(db.selectFrom('offers').selectAll().where('userId', '=', userId), {
    ...paging,
    ...newestFirst('offeredAt'),
  })

/** Lists all offers of a donor, for the account export. */
export const listAllOffersOfUser = (db: Database, userId: string): Promise<OfferRow[]> =>
  db.selectFrom('offers').selectAll().where('userId', '=', userId).orderBy('offeredAt').execute()

/** Reads one page of the offers for a blood request, oldest first. */
export const listOffersForRequest = (
  db: Database,
  bloodRequestId: string,
  paging: Paging,
): Promise<CountedPage<OfferRow>> =>
  readCountedPage(db.selectFrom('offers').selectAll().where('bloodRequestId', '=', bloodRequestId), {
    ...paging,
    ...oldestFirst('offeredAt'),
  })

/**
 * How many units were given for blood requests, by how many people, and how many offers stand; also as a part of a statement.
 * Who has erased their account has helped, too. Units of which the donor says that they were not given still count, but nobody
 * is thanked for them.
 */
export const selectProgress = (ids: RawBuilder<unknown>) => sql<Progress & { id: string }>`
  select wanted.id, units_given, people_who_gave, (
           select count(*)::int from offers where blood_request_id = wanted.id and ${isStandingOffer()}) as offers_standing
    from unnest(${ids}) as wanted (id) cross join lateral (
      select count(*)::int as units_given,
             count(distinct coalesce(user_id, donations.id)) filter (where disputed_at is null)::int as people_who_gave
        from donations where blood_request_id = wanted.id and ${isValidDonation()}
    ) given`

/** Reads the progress of blood requests. */
export const readProgress: ReadProgress = async (db, ids) => {
  if (ids.length === 0) return new Map()
  const { rows } = await selectProgress(sql`${ids}::uuid[]`).execute(db)
  return new Map(rows.map(({ id, ...progress }) => [id, progress]))
}

/** An admin cannot act on a longer list. */
const MAX_WARNINGS = 20

/**
 * Lists those, the latest account of a mailbox, of whom so many donors of the last 30 days say that they gave, although it was
 * said that the hospital could not take them, that admins are told; the most first.
 */
export async function listContradictionWarnings(
  db: Database,
  now: Date,
): Promise<Overview['contradictionWarnings']> {
  const { rows } = await sql<Overview['contradictionWarnings'][number]>`
    select users.id as user_id, users.email, contradicted.donors
      from (select mailbox, max(users.id::text)::uuid as id, count(distinct offers.user_id)::int as donors
              from offers join blood_requests on blood_requests.id = blood_request_id
                join users on users.id = blood_requests.user_id
             where result_contradicted and settled_at > ${now}::timestamptz - interval '30 days' group by mailbox
            having count(distinct offers.user_id) >= ${CONTRADICTIONS_WARNED_FROM}) contradicted
      join users using (id)
     order by contradicted.donors desc, users.id limit ${MAX_WARNINGS}`.execute(db)
  return rows
}
