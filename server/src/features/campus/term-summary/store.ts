import type { Term } from '@blood-bank/contract/campus/term-summary'
import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connection.ts'
import { isValidDonation } from '../../offers/donations/queries.ts'

/** From a time until before another. */
export type Period = { start: Date; end: Date }

type Counts = { donors: number; bloodRequests: number; unitsGiven: number }

/** Counts what is stored of a term, in one snapshot. Units that donors added themselves were not given for the bank. */
export async function countOfTerm(db: Database, { from, to }: Term, { start, end }: Period): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*)::int from donors where registered_at < ${end}) as donors,
           (select count(*)::int from blood_requests
             where requested_at >= ${start} and requested_at < ${end}) as blood_requests,
           (select count(*)::int from donations
             where donated_on between ${from}::date and ${to}::date
               and recorded_by <> 'donor' and ${isValidDonation()}) as units_given`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('A query without FROM returns one row.')
  return counts
}

type FirstOffers = {
  /** How many of the period's requests somebody offered for. */
  count: number
  /** The median of the whole minutes from posting to the first offer; null without one. */
  medianMinutes: number | null
}

/** Computes how soon the requests that were posted in a period got their first offer, whatever became of it. */
export async function computeFirstOffers(db: Database, { start, end }: Period): Promise<FirstOffers> {
  const { rows } = await sql<FirstOffers>`
    select count(*)::int as count,
           floor(percentile_cont(0.5) within group (order by
             extract(epoch from first_offer.offered_at - requested_at)) / 60)::int as median_minutes
    from blood_requests
    -- An index has the first one: a join would read the offers of all requests.
    cross join lateral (
      select offered_at from offers where blood_request_id = blood_requests.id order by offered_at, id limit 1
    ) first_offer
    where requested_at >= ${start} and requested_at < ${end}`.execute(db)
  const [firstOffers] = rows
  if (!firstOffers) throw new Error('An aggregate without GROUP BY returns one row.')
  return firstOffers
}
