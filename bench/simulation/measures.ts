import type { AlertFrequency } from '@blood-bank/contract/alerts/endpoints'
import type { Urgency } from '@blood-bank/contract/blood-requests/endpoints'
import { durationBetween, MINUTE_MS, QUIET_HOURS } from './clock.ts'
import { mostWithin } from './limits.ts'
import type { Progress } from './progress.ts'
import type { Outcome } from './simulate-campus.ts'

/** What happened to a blood request. Times are minutes, infinite if it never happened. */
export type Result = {
  urgency: Urgency
  /** Quiet hours do not count for requests that are not urgent: neither alerts nor calls are made then. */
  first: number
  enough: number
  /** By the clock on the wall. */
  firstOnWall: number
  isFilled: boolean
  calls: number
}

/** What one campus of a scenario shows. */
export type Sample = {
  results: Result[]
  /** The alerts of each donor in all four weeks, and the most in any seven days with what the donor chose. */
  donors: { alerts: number; mostInWeek: number; frequency: AlertFrequency; hasPaused: boolean }[]
}

export const sampleOf = ({ bloodRequests, donors }: Outcome): Sample => ({
  results: bloodRequests.map(resultOf),
  donors: donors.map(({ alerts, frequency, pausedUntil }) => ({
    ...{ frequency, alerts: alerts.length, hasPaused: pausedUntil > 0 },
    mostInWeek: mostWithin(
      alerts.map(({ at }) => at),
      7,
    ),
  })),
})

function resultOf({ bloodRequest, firstYesAt, enoughAt, isFilled, calls }: Progress): Result {
  const { postedAt, urgency } = bloodRequest
  const minutesUntil = (time: number) =>
    (urgency === 'urgent' || time === Number.POSITIVE_INFINITY
      ? time - postedAt
      : durationBetween(postedAt, time, QUIET_HOURS)) / MINUTE_MS
  return {
    ...{ urgency, isFilled, calls },
    ...{ first: minutesUntil(firstYesAt), enough: minutesUntil(enoughAt) },
    firstOnWall: (firstYesAt - postedAt) / MINUTE_MS,
  }
}

/** The smallest value that so large a share of the values does not exceed; infinite values are allowed. */
export function rankOf(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export const shareOf = <T>(list: T[], isCounted: (one: T) => boolean): number =>
  list.filter(isCounted).length / list.length

export const meanOf = (values: number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length
