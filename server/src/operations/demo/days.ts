import { DAY_MS } from '@blood-bank/contract/durations'

/** The time a number of days, or fractions of days, before `now`. */
export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * DAY_MS)

/** The calendar date of a time, in UTC. */
export const dayOf = (time: Date) => time.toISOString().slice(0, 'YYYY-MM-DD'.length)
