/** Durations in milliseconds. A day of the clock: one on which the clocks change is an hour longer or shorter. */
export const SECOND_MS = 1_000
export const MINUTE_MS = 60 * SECOND_MS
export const HOUR_MS = 60 * MINUTE_MS
export const DAY_MS = 24 * HOUR_MS

/** The hours in which the member who posted the request can undo a donation that they recorded. */
export const UNDO_DONATION_HOURS = 24
