import type { OfferHooks } from '../offers/hooks.ts'
import type { AlertMetrics } from './metrics.ts'
import { answerYes } from './store.ts'

/** What alerts do when a donor offers. */
export const createOfferHooks = (alertMetrics: AlertMetrics): OfferHooks => ({
  answerAlert: answerYes,
  recordOffer({ isAnswer, minutesToFirst }) {
    if (isAnswer) alertMetrics.recordAnswer('yes')
    if (minutesToFirst !== null) alertMetrics.recordFirstOffer(minutesToFirst)
  },
})
