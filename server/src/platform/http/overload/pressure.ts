import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../refuse.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    pressureHandler?: () => undefined
  }
}

/** A process whose event loop is this late answers nobody in time; some must come back for the others to be served. */
const MAX_EVENT_LOOP_DELAY_MS = 1_000
const RETRY_AFTER_S = 5

/** Refuses calls, quickly and with a time to come back, while the process has more to do than it can. */
export function refuseUnderPressure(app: FastifyInstance): void {
  app.register(underPressure, {
    maxEventLoopDelay: MAX_EVENT_LOOP_DELAY_MS,
    pressureHandler: async () => {
      throw refuse('unavailable', { retryAfterSeconds: RETRY_AFTER_S })
    },
  })
}

/** For the routes that tell how the process is: they answer most of all when it is not well. */
export const SKIP_PRESSURE_CHECK = { pressureHandler: () => undefined }
