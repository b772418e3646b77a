import { DAY_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import type { Outcome } from './campus.ts'
import { durationBetween, QUIET_HOURS } from './clock.ts'
import type { Progress } from './progress.ts'

/** What one campus of a scenario shows. */
export const sampleOf = ({ bloodRequests, donors }: Outcome) => ({
  results: bloodRequests.map(resultOf),
  /** The alerts of each donor in all four weeks, and the most in any seven days with what the donor chose. */
  donors: donors.map(({ alerts, frequency, pausedUntil }) => {
    const times = alerts.map(({ at }) => at)
    return {
      frequency,
      alerts: alerts.length,
      hasPaused: pausedUntil > 0,
      mostInWeek: mostWithin(times, 7),
    }
  }),
})

/** What happened to a blood request. Times are minutes, infinite if it never happened. */
export type Result = ReturnType<typeof resultOf>

function resultOf({
  bloodRequest,
  firstYesAt,
  enoughAt,
  isFilled,
  hasFewDonors,
  unitsGiven,
  calls,
  callsOfCoordinators,
  texts,
}: Progress) {
  const { postedAt, urgency, component, units } = bloodRequest
  /** Quiet hours do not count for requests that are not urgent: neither alerts nor calls are made then. */
  const minutesUntil = (time: number) =>
    (urgency === 'urgent' || time === Number.POSITIVE_INFINITY
      ? time - postedAt
      : durationBetween(postedAt, time, QUIET_HOURS)) / MINUTE_MS
  return {
    urgency,
    component,
    isFilled,
    hasFewDonors,
    units,
    unitsGiven,
    calls,
    callsOfCoordinators,
    texts,
    first: minutesUntil(firstYesAt),
    enough: minutesUntil(enoughAt),
    firstOnWall: (firstYesAt - postedAt) / MINUTE_MS,
  }
}

/** The most times in any so many days; they are in order. */
export const mostWithin = (times: number[], days: number): number =>
  Math.max(
    0,
    ...times.map((start, nth) => times.slice(nth).filter(time => time < start + days * DAY_MS).length),
  )

/** The smallest value that so large a share of the values does not exceed; infinite values are allowed. */
export function rankOf(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN
}

export const shareOf = <T>(list: T[], isCounted: (one: T) => boolean): number =>
  list.filter(isCounted).length / list.length

export const meanOf = (values: number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length

/** What the campuses of a scenario show. */
export type Row = ReturnType<typeof sampleOf> & { name: string; campuses: number }

/** The goal, as a share of the caller's times, and the share of requests that nobody answers. */
const GOAL = { ratio: 1 / 3, never: 0.02 }

export type Quantity = 'first' | 'enough' | 'firstOnWall'

export function figuresOf(results: Result[], of: Quantity = 'first') {
  const values = results.map(result => result[of])
  return {
    median: rankOf(values, 0.5),
    ninetieth: rankOf(values, 0.9),
    never: shareOf(results, ({ first }) => first === Number.POSITIVE_INFINITY),
  }
}

/** Compares the product with the caller: whether it reaches the goal. */
export function compare(product: Row, exact: Row, of: Quantity = 'first') {
  const [ours, caller] = [figuresOf(product.results, of), figuresOf(exact.results, of)]
  const [median, ninetieth] = [ours.median / caller.median, ours.ninetieth / caller.ninetieth]
  const { never } = ours
  return {
    median,
    ninetieth,
    never,
    hasReached: median <= GOAL.ratio && ninetieth <= GOAL.ratio && never <= GOAL.never,
  }
}
