import { formatCsvTime } from './csv-time.ts'

/** The calendar date of a time in a time zone, as `YYYY-MM-DD`. */
export const calendarDate = (time: Date, timeZone: string): string =>
  formatCsvTime(time, timeZone).slice(0, 'YYYY-MM-DD'.length)

/** Every time zone differs from UTC by a multiple of a quarter of an hour, and by less than a day. */
const QUARTER_MS = 15 * 60_000
const DAY_MS = 86_400_000

/** The time at which a calendar date `YYYY-MM-DD` begins in a time zone. */
export function startOfDate(date: string, timeZone: string): Date {
  let before = Date.parse(date) - DAY_MS
  let start = Date.parse(date) + DAY_MS
  while (start - before > QUARTER_MS) {
    const middle = before + Math.floor((start - before) / QUARTER_MS / 2) * QUARTER_MS
    if (calendarDate(new Date(middle), timeZone) < date) before = middle
    else start = middle
  }
  return new Date(start)
}
