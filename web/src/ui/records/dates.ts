/** Formats a calendar date (`2026-03-01`) in US English: "March 1, 2026" (spec §9). */
export const formatDay = (day: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** The same with a short month: "Mar 1, 2026". */
export const formatShortDay = (day: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(day))

/** Formats a timestamp (ISO 8601, UTC) in US English in the given time zone: "Mar 1, 2026, 9:05 AM" (spec §9). */
export const formatMoment = (moment: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone }).format(
    new Date(moment),
  )

/** The same with seconds: "Mar 1, 2026, 9:05:33 AM". */
export const formatExactMoment = (moment: string, timeZone: string) =>
  new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'medium', timeZone }).format(
    new Date(moment),
  )

/** The same without the time, and without the year if it is this one: "Mar 1". */
export function formatDayOfYear(moment: string, timeZone: string, now = new Date()) {
  const yearOf = (time: Date) => new Intl.DateTimeFormat('en-US', { year: 'numeric', timeZone }).format(time)
  const time = new Date(moment)
  const year = yearOf(time) === yearOf(now) ? undefined : 'numeric'
  return new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year, timeZone }).format(time)
}

const AGES = [
  { unit: 'day', ms: 86_400_000 },
  { unit: 'hour', ms: 3_600_000 },
  { unit: 'minute', ms: 60_000 },
] as const

/** Formats how long ago a timestamp was in whole days, hours or minutes: "3 hours ago"; "just now" within a minute. */
export function formatAge(moment: Date, now: Date): string {
  const age = now.getTime() - moment.getTime()
  const largest = AGES.find(({ ms }) => age >= ms)
  if (!largest) return 'just now'
  return new Intl.RelativeTimeFormat('en-US').format(-Math.floor(age / largest.ms), largest.unit)
}

/** The calendar date (`2026-03-01`) of a moment in a time zone. Sweden writes dates as ISO 8601 does. */
export const calendarDateOf = (moment: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone }).format(moment)
