import { type CampusFigures, readCampusFigures, roundFigure } from '@blood-bank/contract/campus-figures'
import type { Context } from '../../identity/serving/context.ts'
import { serve } from '../../identity/serving/serve.ts'
import { countCampus } from './store.ts'

const KEPT_MS = 60_000

export function campusFigureRoutes({ http, db, now }: Context): void {
  const figures = keptFor(KEPT_MS, now, async (): Promise<CampusFigures> => {
    const { donorsReady, activeRequests } = await countCampus(db)
    return { donorsReady: roundFigure(donorsReady), activeRequests: roundFigure(activeRequests) }
  })
  serve(http, readCampusFigures, figures)
}

/** However many visitors come, one of them has it counted, and the others wait for or read the same; failures are not kept. */
function keptFor<T>(lifetimeMs: number, now: () => Date, count: () => Promise<T>): () => Promise<T> {
  let kept: { until: number; figures: Promise<T> } | null = null
  return () => {
    const moment = now().getTime()
    if (!kept || kept.until <= moment) {
      const fresh = { until: moment + lifetimeMs, figures: count() }
      fresh.figures.catch(() => {
        if (kept === fresh) kept = null
      })
      kept = fresh
    }
    return kept.figures
  }
}
