import { DAY_MS, MINUTE_MS } from '@blood-bank/contract/durations'

/** Every time zone differs from UTC by a multiple of a quarter of an hour. */
export const QUARTER_MS = 15 * MINUTE_MS

/** What a calendar and a clock show: `date` as `YYYY-MM-DD`, `time` as `HH:mm`. */
type LocalParts = { date: string; time: string; hour: number }

/** What calendars and clocks in a time zone show at a time. */
export function localParts(time: Date, timeZone: string): LocalParts {
  const [date = '', clock = ''] = formatOf(timeZone).format(time).split(' ')
  return { date, time: clock, hour: Number(clock.slice(0, 2)) }
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** Formats are cached, because creating one takes as long as a thousand uses. */
function formatOf(timeZone: string) {
  const known = formats.get(timeZone)
  if (known) return known
  // Sweden writes the date as ISO 8601 does, then a blank and the time of 24 hours.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' })
  formats.set(timeZone, format)
  return format
}

/** The calendar date of a time in a time zone, as `YYYY-MM-DD`. */
export const calendarDate = (time: Date, timeZone: string): string => localParts(time, timeZone).date

/** Tells the calendar date of now. Every search asks for it, so it is computed once in a quarter of an hour. */
export function createCalendar(now: () => Date, timeZone: string): () => string {
  let quarter = Number.NaN
  let date = ''
  return () => {
    const time = now()
    const current = Math.floor(time.getTime() / QUARTER_MS)
    if (current !== quarter) date = calendarDate(time, timeZone)
    quarter = current
    return date
  }
}

/**
 * Formats a time for CSV in the site's time zone: `2026-11-21 14:05`, which spreadsheets of every locale read. A date with
 * the month first would be misread in half of the world.
 */
export function formatCsvTime(at: Date, timeZone: string): string {
  const { date, time } = localParts(at, timeZone)
  return `${date} ${time}`
}

/** The time at which a calendar date `YYYY-MM-DD` begins in a time zone, which is less than a day from UTC. */
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

/**
 * The time at which a clock in a time zone shows `2026-11-03T18:00`. Of a time that it shows twice, the first; for one that
 * it skips, the time had the clock not been changed.
 */
export function timeOfLocal(local: string, timeZone: string): Date {
  const shown = Date.parse(`${local}Z`)
  // The offsets from UTC before and after a change of the clock on this day.
  const [before, after] = [-DAY_MS, DAY_MS].map(days => offsetAt(shown + days, timeZone)) as [number, number]
  const candidates = [shown - before, shown - after].toSorted((one, other) => one - other)
  const isShown = (time: number) => time + offsetAt(time, timeZone) === shown
  return new Date(candidates.find(isShown) ?? shown - before)
}

function offsetAt(at: number, timeZone: string): number {
  const { date, time } = localParts(new Date(at), timeZone)
  return Date.parse(`${date}T${time}Z`) - at
}

/** Formats a time in US English in the site's time zone: "Mar 1, 2026, 9:05 AM" (spec §9). */
export const formatUsTime = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(time)

/** Formats a date in the same way: "March 1, 2026". */
export const formatUsDate = (time: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone }).format(time)
