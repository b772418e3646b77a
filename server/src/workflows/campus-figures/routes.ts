import {
  type CampusFigures,
  type DonorFigures,
  nextFigure,
  readCampusFigures,
  readDonorFigures,
  roundFigure,
} from '@blood-bank/contract/campus-figures'
import { countListedBloodRequests } from '../../features/blood-requests/queries.ts'
import { countSearchableDonors, countSearchableDonorsByGroup } from '../../features/donors/queries.ts'
import type { Context } from '../../identity/endpoints/context.ts'
import { serve } from '../../identity/endpoints/serve.ts'

const LIFETIME_MS = 60_000

export function campusFigureRoutes({ http, db, config, now, today }: Context): void {
  const figures = cacheFor(LIFETIME_MS, now, async (): Promise<CampusFigures> => {
    const [donorsReady, activeRequests] = await Promise.all([
      countSearchableDonors(db),
      countListedBloodRequests(db),
    ])
    return { donorsReady: roundFigure(donorsReady), activeRequests: roundFigure(activeRequests) }
  })
  serve(http, readCampusFigures, figures)

  /** What was shown last, by group. */
  const shown = new Map<string, number | null>()
  const donorFigures = cacheFor(LIFETIME_MS, now, async (): Promise<DonorFigures> => {
    const day = { intervalDays: config.donationIntervalDays, today: today() }
    const counts = await countSearchableDonorsByGroup(db, day)
    const groups = counts.map(({ bloodGroup, donors }) => {
      const before = shown.get(bloodGroup)
      const figure = before === undefined ? roundFigure(donors) : nextFigure(before, donors)
      return { bloodGroup, donors: figure }
    })
    for (const { bloodGroup, donors } of groups) shown.set(bloodGroup, donors)
    return { groups }
  })
  serve(http, readDonorFigures, donorFigures)
}

/** Caches the result of a query for a lifetime. A failed query is not cached. */
function cacheFor<T>(lifetimeMs: number, now: () => Date, count: () => Promise<T>): () => Promise<T> {
  let shared: { until: number; figures: Promise<T> } | null = null
  return () => {
    const moment = now().getTime()
    if (!shared || shared.until <= moment) {
      const fresh = { until: moment + lifetimeMs, figures: count() }
      fresh.figures.catch(() => {
        if (shared === fresh) shared = null
      })
      shared = fresh
    }
    return shared.figures
  }
}
