import { DAY_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import type { CampusRun } from './campus-run.ts'
import { afterDuration, dayOf, isWithin, QUIET_HOURS } from './clock.ts'
import { drawDelay, drawsFor } from './draws.ts'
import { canCome, type Donor } from './people.ts'
import { type Progress, sayYes } from './progress.ts'

/** From storing an alert to its arrival in the mailbox or on the phone. */
const DELIVERY_MS = 5_000
const PAUSE_MS = 28 * DAY_MS

/** A donor gets an alert: sees it sooner, later or never, and answers or does not. */
export function startReading(
  run: CampusRun,
  progress: Progress,
  donor: Donor,
  answer: (answer: 'yes' | 'no') => void,
): void {
  const { events, parameters, seed } = run
  const draws = drawsFor(seed, 'alert', progress.bloodRequest.id, donor.id)
  const arrivesAt = events.now() + DELIVERY_MS
  const isQuiet = isWithin(arrivesAt, QUIET_HOURS)
  const isMailSeen = draws.chance(parameters.mailSeen)
  let mailMinutes = drawDelay(draws, parameters.mailDelay)
  // Those who see an email at all see it within a day.
  while (mailMinutes * MINUTE_MS > DAY_MS) mailMinutes = drawDelay(draws, parameters.mailDelay)
  const pushLuck = draws.share()
  const getsPush = donor.hasPush && (!isQuiet || donor.allowsNightPush)
  const isPushSeen = getsPush && pushLuck >= parameters.pushMissed
  const pushMinutes = drawDelay(draws, parameters.pushDelay) * (isQuiet ? 2 : 1)
  const isConfirmed = getsPush && pushLuck >= 1 - parameters.pushConfirmed
  const seenAt = Math.min(
    isMailSeen ? afterDuration(arrivesAt, mailMinutes * MINUTE_MS, parameters.sleep) : Infinity,
    isPushSeen ? arrivesAt + pushMinutes * MINUTE_MS : Infinity,
    textSeenAt(run, progress, donor, { isConfirmed, getsPush, isQuiet }),
  )
  if (seenAt === Infinity) return
  const isWilling = draws.chance(parameters.acceptance)
  const declines = draws.chance(parameters.decline)
  const pauses = draws.chance(parameters.pause)
  events.add(seenAt + drawDelay(draws, parameters.answerDelay) * MINUTE_MS, () => {
    // The link is dead: nothing is asked of the donor any more.
    if (progress.isClosed || progress.coming.has(donor)) return
    if (isWilling && canCome(donor, events.now(), progress.bloodRequest.component)) {
      answer('yes')
      sayYes(run, progress, donor, 'offer')
      return
    }
    if (pauses) donor.pausedUntil = events.now() + PAUSE_MS
    if (declines) answer('no')
  })
}

type Situation = { getsPush: boolean; isConfirmed: boolean; isQuiet: boolean }

/** When the donor sees the text; infinite if none is sent, or it is missed. */
function textSeenAt(
  { events, parameters, seed, textsOn }: CampusRun,
  progress: Progress,
  donor: Donor,
  { getsPush, isConfirmed, isQuiet }: Situation,
): number {
  const { bloodRequest } = progress
  const now = events.now()
  const sentToday = textsOn.get(dayOf(now)) ?? 0
  const waitSeconds = getsPush ? parameters.textWaitSeconds : 0
  const isTexted =
    donor.hasTexts &&
    bloodRequest.urgency === 'urgent' &&
    (!isQuiet || donor.allowsNightPush) &&
    !(isConfirmed && waitSeconds > 0) &&
    sentToday < parameters.textsPerDay
  if (!isTexted) return Infinity
  textsOn.set(dayOf(now), sentToday + 1)
  progress.texts += 1
  const draws = drawsFor(seed, 'text', bloodRequest.id, donor.id)
  if (draws.chance(parameters.textMissed)) return Infinity
  const minutes = drawDelay(draws, parameters.textDelay) * (isQuiet ? 2 : 1)
  return now + DELIVERY_MS + waitSeconds * 1_000 + minutes * MINUTE_MS
}
