import { roundFigure } from '@blood-bank/contract/campus/figures'
import { readTermSummary } from '@blood-bank/contract/campus/term-summary'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import type { Context } from '../../../identity/access/context.ts'
import { serve } from '../../../identity/access/serve.ts'
import { startOfDate } from '../../../platform/clock/local-time.ts'
import { computeMedianMinutes } from '../../offers/answer-times.ts'
import { countOfTerm } from './store.ts'

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
