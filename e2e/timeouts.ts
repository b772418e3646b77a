/** The maximum wait for anything, on a busy machine. No test depends on the value. */
export const MAX_WAIT_MS = 60_000

/** Enough for the longest test and for a start of the product. */
export const TEST_TIMEOUT_MS = 4 * MAX_WAIT_MS
