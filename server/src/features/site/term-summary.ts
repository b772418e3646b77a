import { addDays } from '@blood-bank/contract/donors/eligibility'
import { roundFigure } from '@blood-bank/contract/site/figures'
import { readTermSummary, type Term } from '@blood-bank/contract/site/term-summary'
import { sql } from 'kysely'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { startOfDate } from '../../platform/clock/local-time.ts'
import type { Database } from '../../platform/database/connection.ts'
import { computeMedianMinutes } from '../offers/answer-times.ts'
import { isGivenForBank } from '../offers/donations/queries.ts'

/** The summary of a term, for admins to print. */
export function termSummaryRoutes({ http, db, config: { timeZone } }: Context): void {
  serve(http, readTermSummary, async ({ query }) => {
    const start = startOfDate(query.from, timeZone)
    const end = startOfDate(addDays(query.to, 1), timeZone)
    const { donors, bloodRequests, unitsGiven } = await countOfTerm(db, query, { start, end })
    return {
      donors: roundFigure(donors),
      bloodRequests: roundFigure(bloodRequests),
      unitsGiven: roundFigure(unitsGiven),
      minutesToFirstOffer: await computeMedianMinutes(db, { start, end }),
    }
  })
}

type Counts = { donors: number; bloodRequests: number; unitsGiven: number }

/** Counts what is stored of a term, in one snapshot. */
async function countOfTerm(
  db: Database,
  { from, to }: Term,
  { start, end }: { start: Date; end: Date },
): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select (select count(*)::int from donors where registered_at < ${end}) as donors,
           (select count(*)::int from blood_requests
             where requested_at >= ${start} and requested_at < ${end}) as blood_requests,
           (select count(*)::int from donations
             where donated_on between ${from}::date and ${to}::date
               and ${isGivenForBank()}) as units_given`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('A query without FROM returns one row.')
  return counts
}
