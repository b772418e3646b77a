import { readAlertProgress } from '@blood-bank/contract/alerts/endpoints'
import { mayManage } from '@blood-bank/contract/blood-requests/endpoints'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { getBloodRequest } from '../blood-requests/queries.ts'
import { findUsualAnswerMinutes } from '../offers/answer-times.ts'
import { readProgress } from '../offers/queries.ts'
import { countAlerts, countAskedDonors } from './queries.ts'

/** How far the alerts for a blood request have come, for its owner and admins. */
export function alertProgressRoutes({ http, db, config, now, today }: Context): void {
  const { hotlineNumber, hotlineAfterMinutes } = config

  serve(http, readAlertProgress, async ({ params: { id }, actor }) => {
    const bloodRequest = await getBloodRequest(db, id, { actor, isAllowed: mayManage })
    const { isExhausted } = await countAlerts(db, id)
    const asked = await countAskedDonors(db, id)
    const progress = (await readProgress(db, [id])).get(id)
    const isWaiting = bloodRequest.status === 'active' && progress?.offersStanding === 0
    const waitingMs = now().getTime() - bloodRequest.requestedAt.getTime()
    const isOverdue = waitingMs >= hotlineAfterMinutes * MINUTE_MS || (isExhausted && !asked)
    return {
      donorsAsked: asked?.donorsAsked ?? 0,
      donorsWithoutOffer: asked?.donorsWithoutOffer ?? 0,
      askedAt: asked && { first: asked.first.toISOString(), last: asked.last.toISOString() },
      isExhausted,
      usualAnswerMinutes: await findUsualAnswerMinutes(db, today()),
      hotlineNumber: isWaiting && isOverdue ? hotlineNumber : null,
    }
  })
}
