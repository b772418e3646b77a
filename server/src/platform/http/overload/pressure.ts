import underPressure from '@fastify/under-pressure'
import type { FastifyInstance } from 'fastify'
import { refuse } from '../../refuse.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    pressureHandler?: () => undefined
  }
}

/** A process whose event loop is this late answers nobody in time; some must come back for the others to be served. */
const LATEST_EVENT_LOOP_MS = 1_000
const COME_BACK_AFTER_S = 5

/** Refuses calls, quickly and with a time to come back, while the process has more to do than it can. */
export function refuseUnderPressure(app: FastifyInstance): void {
  app.register(underPressure, {
    maxEventLoopDelay: LATEST_EVENT_LOOP_MS,
    pressureHandler: async () => {
      throw refuse('unavailable', { retryAfterSeconds: COME_BACK_AFTER_S })
    },
  })
}

/** For the routes that tell how the process is: they answer most of all when it is not well. */
export const EVEN_UNDER_PRESSURE = { pressureHandler: () => undefined }
