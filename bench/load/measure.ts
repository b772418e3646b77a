import { quantile } from '../statistics.ts'

/** The result of a load: replies per second, and latencies in ms. */
export type Measure = { perSecond: number; p50: number; p99: number; tookMs: number }

/** @param durations the latency of each request in ms @param tookMs the duration of the whole load */
export const measureOf = (durations: number[], tookMs: number): Measure => ({
  perSecond: (durations.length * 1_000) / tookMs,
  p50: quantile(durations, 0.5),
  p99: quantile(durations, 0.99),
  tookMs,
})
