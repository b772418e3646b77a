import { MINUTE_MS, SECOND_MS } from '@blood-bank/contract/durations'

/** A time of the server, and the clocks of this device when it was known. In milliseconds. */
type Known = { time: number; timer: number; clock: number }

let known: Known | null = null
let heldAt: Date | null = null

/**
 * The time of the server, as far as this page knows it: the clock of a phone may be wrong by days. While a page is rendered
 * on the server, and while the browser takes it over, it stands still, so that both render the same.
 */
export function currentTime(): Date {
  if (heldAt) return heldAt
  if (!known) return new Date()
  const byTimer = performance.now() - known.timer
  const byClock = Date.now() - known.clock
  // Timers stand still while a device is asleep. Its clock does not, but it can be set.
  const hasSlept = byClock - byTimer > MINUTE_MS
  return new Date(known.time + (hasSlept ? byClock : byTimer))
}

/** Holds the clock at a time; null lets it go on. */
export function holdTime(time: Date | null): void {
  heldAt = time
}

/** Sets the clock to the time of the server; null to that of this device. */
export function setTime(time: Date | null): void {
  known = time && { time: time.getTime(), timer: performance.now(), clock: Date.now() }
}

/** The `Date` of a reply has whole seconds, and the reply was on its way. */
const TOLERANCE_MS = 3 * SECOND_MS

/**
 * Follows the time of a reply, if it differs by more than the call took: a page that came without data has none yet.
 * @param askedAt when it was asked for, by the clock of the device; it may have been asleep since
 */
export function followTime(date: string | null, askedAt: number): void {
  const time = Date.parse(date ?? '')
  const tolerance = TOLERANCE_MS + Date.now() - askedAt
  if (Math.abs(time - currentTime().getTime()) > tolerance) setTime(new Date(time))
}
