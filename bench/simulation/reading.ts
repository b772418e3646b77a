import type { Random } from '@blood-bank/server/operations/demo/random'
import type { CampusRun } from './campus-run.ts'
import { afterDuration, DAY_MS, isWithin, MINUTE_MS, QUIET_HOURS } from './clock.ts'
import { type Delay, drawDelay, drawsFor } from './draws.ts'
import { canCome, type Donor } from './people.ts'
import { type Progress, sayYes } from './progress.ts'

export type Answer = 'yes' | 'no'

/** From storing an alert to its arrival in the mailbox or on the phone. */
const DELIVERY_MS = 5_000
const PAUSE_MS = 28 * DAY_MS

/** A donor gets an alert: sees it sooner, later or never, and answers or does not. */
export function startReading(
  run: CampusRun,
  progress: Progress,
  donor: Donor,
  answer: (answer: Answer) => void,
): void {
  const { events, parameters, seed } = run
  const draws = drawsFor(seed, 'alert', progress.bloodRequest.id, donor.id)
  const seenAt = drawSeenAt(run, donor, draws)
  if (seenAt === null) return
  const [isWilling, declines, pauses] = [parameters.acceptance, parameters.decline, parameters.pause].map(
    draws.chance,
  )
  events.add(seenAt + drawDelay(draws, parameters.answerDelay) * MINUTE_MS, () => {
    // The link is dead: nothing is asked of the donor any more.
    if (progress.isClosed || progress.coming.has(donor)) return
    if (isWilling && canCome(donor, events.now())) {
      answer('yes')
      sayYes(run, progress, donor, 'offer')
      return
    }
    if (pauses) donor.pausedUntil = events.now() + PAUSE_MS
    if (declines) answer('no')
  })
}

/** @returns when the donor sees the alert on any channel; null: never */
function drawSeenAt({ events, parameters }: CampusRun, donor: Donor, draws: Random): number | null {
  const at = events.now() + DELIVERY_MS
  const isQuiet = isWithin(at, QUIET_HOURS)
  const mailSeen = draws.chance(parameters.mailSeen)
  const mailMinutes = drawMailMinutes(parameters.mailDelay, draws)
  const pushSeen =
    !draws.chance(parameters.pushMissed) && donor.hasPush && (!isQuiet || donor.allowsNightPush)
  const pushMinutes = drawDelay(draws, parameters.pushDelay) * (isQuiet ? 2 : 1)
  const times = [
    ...(mailSeen ? [afterDuration(at, mailMinutes * MINUTE_MS, parameters.sleep)] : []),
    ...(pushSeen ? [at + pushMinutes * MINUTE_MS] : []),
  ]
  return times.length === 0 ? null : Math.min(...times)
}

/** Those who see an email at all see it within a day. */
function drawMailMinutes(delay: Delay, draws: Random): number {
  const minutes = drawDelay(draws, delay)
  return minutes * MINUTE_MS <= DAY_MS ? minutes : drawMailMinutes(delay, draws)
}
