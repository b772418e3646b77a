import { addDays } from '@blood-bank/contract/donors/eligibility'
import { canThank, THANKS_HOUR, type Thanks, type ThankYou } from '@blood-bank/contract/thanks/sentences'
import { calendarDate, timeOfLocal } from '../../platform/clock/local-time.ts'
import type { Transaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { lockBloodRequest, setThankYouChoice } from '../blood-requests/store.ts'
import { thanksForOwner } from '../blood-requests/view.ts'
import { readProgress } from '../offers/queries.ts'

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
export async function chooseThankYou(
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
