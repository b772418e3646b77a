import type { AlertPolicy } from '../../config/alert-policy.ts'
import { localParts, QUARTER_MS } from '../../platform/clock/local-time.ts'

type QuietHours = AlertPolicy['quietHours']

/** The end of the quiet hours if they have begun; null outside of them. */
export function endOfQuietHours(now: Date, timeZone: string, quietHours: QuietHours): Date | null {
  if (!isQuiet(now, timeZone, quietHours)) return null
  // Looked up step by step, because the clocks may change in this night.
  let end = nextQuarter(now)
  while (isQuiet(end, timeZone, quietHours)) end = nextQuarter(end)
  return end
}

type Search = { from: Date; until: Date }

/** The time between two times at which the quiet hours begin; the later of them if they do not. */
export function quietHoursOr({ from, until }: Search, timeZone: string, quietHours: QuietHours): Date {
  let start = from
  while (start < until && !isQuiet(start, timeZone, quietHours)) start = nextQuarter(start)
  return start < until ? start : until
}

const nextQuarter = (time: Date) => new Date(Math.ceil((time.getTime() + 1) / QUARTER_MS) * QUARTER_MS)

function isQuiet(time: Date, timeZone: string, { from, to }: QuietHours): boolean {
  const { hour } = localParts(time, timeZone)
  return from <= to ? hour >= from && hour < to : hour >= from || hour < to
}
