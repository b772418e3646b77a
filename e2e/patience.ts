/** How long anything may take to come, on a machine with much else to do. No journey is about it. */
export const PATIENCE_MS = 60_000

/** Room for the longest journey, and for a start of the product. */
export const MAX_JOURNEY_MS = 4 * PATIENCE_MS
