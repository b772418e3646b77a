import { addDays } from '@blood-bank/contract/donors/eligibility'
import * as thanks from '@blood-bank/contract/thanks/endpoints'
import { canThank, THANKS_HOUR, type Thanks, type ThankYou } from '@blood-bank/contract/thanks/sentences'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { calendarDate, timeOfLocal } from '../../platform/clock/local-time.ts'
import { inTransaction, type Transaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { lockBloodRequest, setThankYouChoice } from '../blood-requests/store.ts'
import { thanksForOwner } from '../blood-requests/view.ts'
import { findDonorOfUser } from '../donors/queries.ts'
import { readProgress } from '../offers/queries.ts'
import { findThankYouStop, removeThankYouStop, stopThankYous } from './store.ts'

/** Thank-yous: what the owner of a fulfilled request chooses, and whether a donor gets them. */
export function thanksRoutes({ http, db, config: { timeZone }, now }: Context): void {
  serve(http, thanks.chooseThankYou, ({ params: { id }, body: { sentence }, actor }) => {
    const choice = { bloodRequestId: id, actorId: actor.id, sentence, now: now(), timeZone }
    return inTransaction(db, db => chooseThankYou(db, choice))
  })

  serve(http, thanks.readThankYouPreference, async ({ actor: { id } }) => ({
    isOn: (await findDonorOfUser(db, id)) ? (await findThankYouStop(db, id)) === null : null,
  }))

  serve(http, thanks.changeThankYouPreference, async ({ body: { isOn }, actor: { id } }) => {
    if (!(await findDonorOfUser(db, id))) throw refuse('thank-yous-for-donors')
    if (isOn) await removeThankYouStop(db, id)
    else await stopThankYous(db, id, now())
    return { isOn }
  })
}

type Choice = {
  bloodRequestId: string
  actorId: string
  /** Null: the donors are not thanked. */
  sentence: ThankYou | null
  now: Date
  timeZone: string
}

/**
 * Stores how the owner of a fulfilled request thanks the donors. Of concurrent calls, one chooses.
 * @throws Refusal blood-request-not-found, not-yours, thank-you-before-fulfilled, thank-you-chosen, thank-you-too-late, or
 *   nobody-to-thank
 */
async function chooseThankYou(
  db: Transaction,
  { bloodRequestId, actorId, sentence, now, timeZone }: Choice,
): Promise<Thanks> {
  const bloodRequest = await lockBloodRequest(db, bloodRequestId, 'for update')
  if (!bloodRequest) throw refuse('blood-request-not-found')
  // Admins, too: the words are the owner's.
  if (bloodRequest.userId !== actorId) throw refuse('not-yours')
  if (bloodRequest.status !== 'fulfilled') throw refuse('thank-you-before-fulfilled')
  if (bloodRequest.thankYouChosenAt) throw refuse('thank-you-chosen')
  const progress = (await readProgress(db, [bloodRequestId])).get(bloodRequestId)
  if (!progress?.peopleWhoGave) throw refuse('nobody-to-thank')
  if (!canThank(thanksForOwner(bloodRequest, progress), now)) throw refuse('thank-you-too-late')
  const chosen = await setThankYouChoice(db, bloodRequestId, {
    thankYou: sentence,
    thankYouChosenAt: now,
    thankYouDueAt: sentence && nextMorning(now, timeZone),
  })
  return thanksForOwner(chosen, progress)
}

/** The next nine o'clock in the morning after a time, in the site's time zone. */
export function nextMorning(now: Date, timeZone: string): Date {
  const today = calendarDate(now, timeZone)
  const morningOf = (date: string) =>
    timeOfLocal(`${date}T${String(THANKS_HOUR).padStart(2, '0')}:00`, timeZone)
  const morning = morningOf(today)
  return morning > now ? morning : morningOf(addDays(today, 1))
}
