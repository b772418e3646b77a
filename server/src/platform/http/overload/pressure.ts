import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../refuse.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    pressureHandler?: () => undefined
  }
}

const RETRY_AFTER_S = 5

/**
 * Refuses calls with `retry-after` while the process is overloaded: with a longer delay of the event loop no call is
 * answered in time, so some must be refused to serve the others.
 * @param maxDelayMs infinite to refuse none
 */
export function refuseUnderPressure(app: FastifyInstance, maxDelayMs: number): void {
  if (!Number.isFinite(maxDelayMs)) return
  app.register(underPressure, {
    maxEventLoopDelay: maxDelayMs,
    pressureHandler: async () => {
      throw refuse('unavailable', { retryAfterSeconds: RETRY_AFTER_S })
    },
  })
}

/** Route option for health and metrics, which must be available especially under load. */
export const SKIP_PRESSURE_CHECK = { pressureHandler: () => undefined }
