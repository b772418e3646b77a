import type { AlertPolicy } from '../../../config/alert-policy.ts'
import { formatCsvTime } from '../../../platform/clock/csv-time.ts'

/** Every time zone differs from UTC by a multiple of a quarter of an hour. */
const QUARTER_MS = 15 * 60_000

type QuietHours = AlertPolicy['quietHours']

/** The end of the quiet hours if they have begun; null outside of them. */
export function endOfQuietHours(now: Date, timeZone: string, { from, to }: QuietHours): Date | null {
  const isQuiet = (time: Date) => {
    const hour = hourOf(time, timeZone)
    return from <= to ? hour >= from && hour < to : hour >= from || hour < to
  }
  if (!isQuiet(now)) return null
  // Looked up step by step, because the clocks may change in this night.
  let end = new Date(Math.ceil((now.getTime() + 1) / QUARTER_MS) * QUARTER_MS)
  while (isQuiet(end)) end = new Date(end.getTime() + QUARTER_MS)
  return end
}

const hourOf = (time: Date, timeZone: string) =>
  Number(formatCsvTime(time, timeZone).slice('YYYY-MM-DD '.length, -':mm'.length))
