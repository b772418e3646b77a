import { DAY_MS } from '../durations.ts'
import { type Component, DONATED_COMPONENTS, type DonatedComponent } from './components.ts'

/** A calendar date in the site's time zone, as `YYYY-MM-DD`; such texts sort by time. */
type CalendarDate = string

/** The calendar date a number of days after another; before it, if the number is negative. */
export const addDays = (date: CalendarDate, days: number): CalendarDate =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)

/** Whether a donor can choose not to be asked before a day: it is not today or earlier, nor more than a year away. */
export const isPossibleRest = (day: CalendarDate, today: CalendarDate): boolean =>
  day > today && day <= `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`

/** The days of a donor's last donations. The date of a donor's own profile counts as one of blood. */
export type LastDonations = Record<DonatedComponent, CalendarDate | null>

/** How many days donors wait between two donations of blood, and between two of platelets by machine. */
type Intervals = { intervalDays: number; plateletIntervalDays: number }

/** The intervals, and the day for which eligibility is asked. */
export type EligibilityDay = Intervals & { today: CalendarDate }

/** Between whole blood and platelets by machine, either way (decision 59). */
export const DAYS_BETWEEN_COMPONENTS = 28

/** How many days a donor waits after the last donation of each kind. For pooled platelets whole blood is given. */
const waitsBefore = (component: Component, intervals: Intervals): Record<DonatedComponent, number> =>
  component === 'apheresis-platelets'
    ? { blood: DAYS_BETWEEN_COMPONENTS, 'apheresis-platelets': intervals.plateletIntervalDays }
    : { blood: intervals.intervalDays, 'apheresis-platelets': DAYS_BETWEEN_COMPONENTS }

/** The first day on which a donor can give a component: the later of what follows from both dates; null without a donation. */
export function firstDayToGive(
  component: Component,
  last: LastDonations,
  intervals: Intervals,
): CalendarDate | null {
  const waits = waitsBefore(component, intervals)
  const days = DONATED_COMPONENTS.map(given => last[given] && addDays(last[given], waits[given]))
  return (
    days
      .filter(day => day !== null)
      .toSorted()
      .at(-1) ?? null
  )
}

/** The latest last donations with which a donor can give a component today. Neither may be later. */
export function latestDonationsToGive(
  component: Component,
  { today, ...intervals }: EligibilityDay,
): Record<DonatedComponent, CalendarDate> {
  const waits = waitsBefore(component, intervals)
  return {
    blood: addDays(today, -waits.blood),
    'apheresis-platelets': addDays(today, -waits['apheresis-platelets']),
  }
}

/** What decides from when on a donor can be asked. `restsUntil` is the first day again, as the donor chose it. */
type RestingDonor = {
  /** Of blood. */
  latestDonationDate: CalendarDate | null
  recordedPlateletsDate: CalendarDate | null
  restsUntil: CalendarDate | null
}

/**
 * Until when a donor is asked for no donation of a component: the later one of the intervals since the last donations and the day
 * of their own choice. Null for a donor who can be asked today. What they chose themselves is told to nobody else.
 */
export function restOf(
  component: Component,
  { latestDonationDate, recordedPlateletsDate, restsUntil }: RestingDonor,
  { today, ...intervals }: EligibilityDay,
): { until: CalendarDate; isOwnChoice: boolean } | null {
  const last = { blood: latestDonationDate, 'apheresis-platelets': recordedPlateletsDate }
  const byIntervals = firstDayToGive(component, last, intervals) ?? ''
  const isOwnChoice = restsUntil !== null && restsUntil > byIntervals
  const until = isOwnChoice ? restsUntil : byIntervals
  return until > today ? { until, isOwnChoice } : null
}

let format: Intl.DateTimeFormat | undefined

/** A calendar date `YYYY-MM-DD` in US English: "Mar 3, 2027". */
export function formatCalendarDate(date: string): string {
  // Not when the module is loaded: the first one of a page takes a phone a tenth of a second, and most pages show no date.
  format ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
  return format.format(new Date(date))
}
