import { DAY_MS, HOUR_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import { currentTime } from '../browser/clock.ts'
import { counted } from './counts.ts'

type Formatter = (time: string | Date, timeZone: string) => string

/** Formats times in US English. The formatter of a time zone is made once: a list has hundreds of times. */
function formatter(options: Intl.DateTimeFormatOptions, locale = 'en-US'): Formatter {
  const made = new Map<string, Intl.DateTimeFormat>()
  return (time, timeZone) => {
    const format = made.get(timeZone) ?? new Intl.DateTimeFormat(locale, { ...options, timeZone })
    made.set(timeZone, format)
    return format.format(new Date(time))
  }
}

const longDay = formatter({ dateStyle: 'long' })

/** Formats a calendar date (`2026-03-01`): "March 1, 2026" (spec §9). */
export const formatDay = (day: string) => longDay(day, 'UTC')

/** Formats a timestamp (ISO 8601, UTC) in a time zone: "Mar 1, 2026, 9:05 AM" (spec §9). Pages show a `Moment`. */
export const formatMoment = formatter({ dateStyle: 'medium', timeStyle: 'short' })

/** The same as the clock of this device shows it, whose time zone may have no name. */
export const formatDeviceMoment = (moment: Date) =>
  moment.toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'short' })

/** The time of a timestamp in a time zone: "9:05 AM". */
export const formatTime = formatter({ timeStyle: 'short' })

/** The same with seconds: "9:05:33 AM". */
export const formatExactTime = formatter({ timeStyle: 'medium' })

const yearOf = formatter({ year: 'numeric' })
const dayWithYear = formatter({ dateStyle: 'medium' })
const dayWithoutYear = formatter({ month: 'short', day: 'numeric' })

/** The same without the time, and without the year if it is this one: "Mar 1". */
export const formatDayOfYear = (moment: string, timeZone: string, now = currentTime()) =>
  (yearOf(moment, timeZone) === yearOf(now, timeZone) ? dayWithoutYear : dayWithYear)(moment, timeZone)

/** The same with the time: "Mar 1, 9:05 AM". */
export const formatMomentOfYear = formatter({
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** The month of a timestamp, or with `UTC` of a calendar date: "March 2026". */
export const formatMonth = formatter({ month: 'long', year: 'numeric' })

const dayOfMonth = formatter({ month: 'long', day: 'numeric' })

/** Formats a calendar date of the coming months: "March 1". */
export const formatDayOfMonth = (day: string) => dayOfMonth(day, 'UTC')

/** The calendar date (`2026-03-01`) of a moment in a time zone. Sweden writes dates as ISO 8601 does. */
export const calendarDateOf = formatter({ dateStyle: 'short' }, 'sv-SE')

const hourWithOffset = formatter({ hour: 'numeric', timeZoneName: 'shortOffset' })

/** How far a time zone is from UTC at a moment: "GMT+6". */
export const formatOffset = (moment: Date, timeZone: string) =>
  hourWithOffset(moment, timeZone).split(' ').at(-1) ?? ''

/** Formats how long ago a timestamp was: "3 hours ago", in short "3 h ago"; "just now" within a minute. */
export const formatAge = (moment: Date, now: Date, names: UnitNames = 'long'): string => {
  const age = inLargestUnit(moment, now, names)
  return age === null ? 'just now' : `${age} ago`
}

/** Formats how long something took, in the largest whole unit: "7 minutes"; "less than a minute". */
export const formatDuration = (from: Date, to: Date): string =>
  inLargestUnit(from, to) ?? 'less than a minute'

type UnitNames = 'long' | 'short'

const UNITS = [
  { ms: DAY_MS, long: ['day', 'days'], short: ['day', 'days'] },
  { ms: HOUR_MS, long: ['hour', 'hours'], short: ['h', 'h'] },
  { ms: MINUTE_MS, long: ['minute', 'minutes'], short: ['min', 'min'] },
] as const

/** Null for less than a minute. */
function inLargestUnit(from: Date, to: Date, names: UnitNames = 'long'): string | null {
  const ms = to.getTime() - from.getTime()
  const largest = UNITS.find(unit => ms >= unit.ms)
  return largest ? counted(Math.floor(ms / largest.ms), largest[names]) : null
}
