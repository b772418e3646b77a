/** What was measured of live updates. Durations are in ms. */
export type LiveFigures = {
  listeners: number
  /** W9: from a commit until the last listener has the hint. */
  lastHint: number[]
  kilobytesPerListener: number
  /** Posts per second, in turns. */
  posting: { without: number[]; with: number[] }
  load: LoadFigures | null
}

/** A long run with listeners while requests are posted. */
export type LoadFigures = {
  minutes: number
  postsPerSecond: number
  posted: number
  /** Listeners whose stream ended. */
  lost: number
  /** Latencies of other calls, before there are listeners and with them. */
  calls: { without: number[]; with: number[] }
  /** The resident memory of the server in MB, once a minute at most. */
  memory: number[]
}

export const HINT_GOALS_MS = { floor: 1_200, goal: 700 }
export const MAX_KILOBYTES = 40
export const MIN_POSTING_RATIO = 0.8
export const MAX_LATENCY_RATIO = 2
