import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import { DEFAULT_POLICY } from '@blood-bank/server/config/alert-policy'

/** Dhaka has no daylight saving time, so that the hour can be calculated. */
const UTC_OFFSET_MS = 6 * HOUR_MS

/** Midnight of the Monday on which every simulation begins, in milliseconds since 1970, as all simulated times. */
export const START = Date.parse('2026-11-02T00:00:00Z') - UTC_OFFSET_MS

/** The days since then. */
export const dayOf = (time: number) => Math.floor((time - START) / DAY_MS)

const timeOfDay = (time: number) => (time + UTC_OFFSET_MS) % DAY_MS

/** Hours of every day, from `from` up to `to`. */
export type Hours = { from: number; to: number }

/** The hours in which the product sends only urgent alerts, and in which people make only urgent calls. */
export const QUIET_HOURS: Hours = DEFAULT_POLICY.quietHours

export const isWithin = (time: number, hours: Hours): boolean => untilEnd(time, hours) > 0

/** The same time outside of the hours, and their end within them. */
export const afterHours = (time: number, hours: Hours): number => time + untilEnd(time, hours)

/** How long the hours last from now on; 0 outside of them. */
function untilEnd(time: number, { from, to }: Hours): number {
  const length = (to - from + 24) % 24
  const sinceStart = (timeOfDay(time) - from * HOUR_MS + DAY_MS) % DAY_MS
  return Math.max(0, length * HOUR_MS - sinceStart)
}

/** The time after a duration during which the hours do not count. */
export function afterDuration(time: number, duration: number, hours: Hours): number {
  const start = afterHours(time, hours)
  const untilHours = (hours.from * HOUR_MS - timeOfDay(start) + DAY_MS) % DAY_MS
  return duration < untilHours || hours.from === hours.to
    ? start + duration
    : afterDuration(start + untilHours, duration - untilHours, hours)
}

/** The time from one moment to another without the hours. */
export function durationBetween(start: number, end: number, hours: Hours): number {
  const day = DAY_MS - ((hours.to - hours.from + 24) % 24) * HOUR_MS
  const counted = (time: number) => {
    const sinceEnd = (timeOfDay(time) - hours.to * HOUR_MS + DAY_MS) % DAY_MS
    return ((time - sinceEnd) / DAY_MS) * day + Math.min(sinceEnd, day)
  }
  return counted(end) - counted(start)
}
