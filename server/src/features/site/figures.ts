import { addDays } from '@blood-bank/contract/donors/eligibility'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { DONE_WITHIN_DAYS } from '@blood-bank/contract/offers/answer-times'
import {
  type CampusFigures,
  type DonorFigures,
  nextFigure,
  readCampusFigures,
  readDonorFigures,
  roundFigure,
} from '@blood-bank/contract/site/figures'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { startOfDate } from '../../platform/clock/local-time.ts'
import { countListedBloodRequests } from '../blood-requests/queries.ts'
import { countSearchableDonors, countSearchableDonorsByGroup } from '../donors/queries.ts'
import { computeMedianMinutes } from '../offers/answer-times.ts'
import { countGiven } from '../offers/donations/queries.ts'

type Done = Pick<CampusFigures, 'peopleHelped' | 'unitsGiven' | 'usualAnswerMinutes'>

export function campusFigureRoutes({ http, db, config, now, today }: Context): void {
  /** What was shown last, by what is counted. */
  const shown = new Map<string, number | null>()
  const figureOf = (what: string, count: number) => {
    const before = shown.get(what)
    const figure = before === undefined ? roundFigure(count) : nextFigure(before, count)
    shown.set(what, figure)
    return figure
  }

  /** What was done until yesterday, which changes once a day: the moment of a change tells of nobody. */
  let done: { until: string; figures: Done } | null = null
  const readDone = async () => {
    const until = today()
    if (done?.until === until) return done.figures
    const from = addDays(until, -DONE_WITHIN_DAYS)
    const { timeZone } = config
    const { peopleHelped, unitsGiven } = await countGiven(db, { from, until })
    const figures = {
      peopleHelped: roundFigure(peopleHelped),
      unitsGiven: roundFigure(unitsGiven),
      usualAnswerMinutes: await computeMedianMinutes(db, {
        start: startOfDate(from, timeZone),
        end: startOfDate(until, timeZone),
      }),
    }
    done = { until, figures }
    return figures
  }

  const figures = createCache(
    now,
    async (): Promise<CampusFigures> => ({
      donorsReady: figureOf('donors ready', await countSearchableDonors(db)),
      activeRequests: roundFigure(await countListedBloodRequests(db)),
      ...(await readDone()),
    }),
  )
  serve(http, readCampusFigures, figures)

  const donorFigures = createCache(now, async (): Promise<DonorFigures> => {
    const day = { ...config.intervals, today: today() }
    const counts = await countSearchableDonorsByGroup(db, day)
    return {
      groups: counts.map(({ bloodGroup, donors }) => ({
        bloodGroup,
        donors: figureOf(bloodGroup, donors),
      })),
    }
  })
  serve(http, readDonorFigures, donorFigures)
}

/** Caches the result of a query for a minute. A failed query is not cached. */
function createCache<T>(now: () => Date, count: () => Promise<T>): () => Promise<T> {
  let shared: { until: number; figures: Promise<T> } | null = null
  return () => {
    const moment = now().getTime()
    if (!shared || shared.until <= moment) {
      const fresh = { until: moment + MINUTE_MS, figures: count() }
      fresh.figures.catch(() => {
        if (shared === fresh) shared = null
      })
      shared = fresh
    }
    return shared.figures
  }
}
