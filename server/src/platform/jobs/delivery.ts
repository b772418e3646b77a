import type { Job } from 'graphile-worker'

/** What became of a message: it was sent, given up after the last attempt, or no longer wanted when it was due. */
export const DELIVERY_STATES = ['sent', 'failed', 'dropped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Whether a job that fails now is given up. */
export const isLastAttempt = ({ attempts, max_attempts }: Pick<Job, 'attempts' | 'max_attempts'>): boolean =>
  attempts >= max_attempts
