import { quantile } from '../statistics.ts'

/** What came of a load: calls answered in a second, and how long one took, in ms. */
export type Measure = { perSecond: number; p50: number; p99: number; tookMs: number }

/** @param durations of all calls, and how long they took together, in ms */
export const measureOf = (durations: number[], tookMs: number): Measure => ({
  perSecond: (durations.length * 1_000) / tookMs,
  p50: quantile(durations, 0.5),
  p99: quantile(durations, 0.99),
  tookMs,
})
