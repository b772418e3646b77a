import { refuse } from '../refuse.ts'

/**
 * How many may wait for the database at one place: at 5 ms a query the last of them waits for well under a tenth of a
 * second in front of 16 connections. Whoever comes then is told at once to come back, instead of after the time-out.
 */
export const MAX_QUEUE_LENGTH = 256

const RETRY_AFTER_S = 1

/** What somebody is told who would be one too many. */
export const queueFullRefusal = () => refuse('unavailable', { retryAfterSeconds: RETRY_AFTER_S })
