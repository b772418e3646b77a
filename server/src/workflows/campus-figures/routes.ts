import { type CampusFigures, readCampusFigures, roundFigure } from '@blood-bank/contract/campus-figures'
import { countListedBloodRequests } from '../../features/blood-requests/queries.ts'
import { countSearchableDonors } from '../../features/donors/queries.ts'
import type { Context } from '../../identity/endpoints/context.ts'
import { serve } from '../../identity/endpoints/serve.ts'

const LIFETIME_MS = 60_000

export function campusFigureRoutes({ http, db, now }: Context): void {
  const figures = cacheFor(LIFETIME_MS, now, async (): Promise<CampusFigures> => {
    const [donorsReady, activeRequests] = await Promise.all([
      countSearchableDonors(db),
      countListedBloodRequests(db),
    ])
    return { donorsReady: roundFigure(donorsReady), activeRequests: roundFigure(activeRequests) }
  })
  serve(http, readCampusFigures, figures)
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
