import { MINUTE_MS } from '@blood-bank/contract/durations'
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
import { countListedBloodRequests } from '../blood-requests/queries.ts'
import { countSearchableDonors, countSearchableDonorsByGroup } from '../donors/queries.ts'
import { findUsualAnswerMinutes } from '../offers/answer-times.ts'

export function campusFigureRoutes({ http, db, config, now, today }: Context): void {
  /** What was shown last, by what is counted. */
  const shown = new Map<string, number | null>()
  const figureOf = (what: string, count: number) => {
    const before = shown.get(what)
    const figure = before === undefined ? roundFigure(count) : nextFigure(before, count)
    shown.set(what, figure)
    return figure
  }

  const figures = createCache(
    now,
    async (): Promise<CampusFigures> => ({
      donorsReady: figureOf('donors ready', await countSearchableDonors(db)),
      activeRequests: roundFigure(await countListedBloodRequests(db)),
      usualAnswerMinutes: await findUsualAnswerMinutes(db, today()),
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
