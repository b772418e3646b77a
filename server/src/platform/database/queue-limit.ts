/**
 * The limit of calls that wait for the database in one queue. At 5 ms for a query and 8 connections, the last of them
 * waits for less than 200 ms. Further calls are refused at once instead of after the timeout.
 */
export const MAX_QUEUE_LENGTH = 256

/** Thrown to a caller that finds the queue full. It can try again soon. */
export class QueueFullError extends Error {
  override message = 'Too many calls wait for the database.'
}
