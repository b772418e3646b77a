import type { Spread } from '../statistics.ts'

/** What was measured of alerts. Durations are in ms. */
export type AlertFigures = {
  /** W8: one value for each planned wave, and the naive query for the same blood request. */
  waves: { ours: number[]; naive: number[]; alerts: number[] }
  /** The rows that were read to find the candidates of some waves, and how many were found. */
  candidates: { read: number; returned: number }[]
  /** 200 requests that are due at the same time, and how long each statement of the planner took. */
  burst: { requests: number; alerts: number; ms: number; statements: number[] }
  /** W11: from the commit of 1,000 alerts until the mail server has accepted them. */
  deliveries: number[]
}

export const WAVE_GOALS = { floor: 5, goal: 20 }
/** While a burst is planned, no statement takes longer. */
export const SLOW_STATEMENT_MS = 50

export const DELIVERY_GOALS_MS = { floor: 5_000, goal: 2_000 }

/** Whether a duration reaches the goal, the floor, or neither. */
export function durationVerdict(
  { median }: Spread,
  { floor, goal }: { floor: number; goal: number },
): string {
  if (median <= goal) return 'goal'
  return median <= floor ? 'floor' : '**neither**'
}
