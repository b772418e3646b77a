import type { FastifyInstance, onRequestHookHandler } from 'fastify'
import { refuse } from '../refuse.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    skipsPressureCheck?: true
  }
}

const RETRY_AFTER_S = 5

/** How often the delay of the event loop is measured. After a long one, calls are refused for as long: they have waited, too. */
const MEASURING_INTERVAL_MS = 100

/**
 * Refuses calls with `retry-after` while the process is overloaded: with a longer delay of the event loop no call is
 * answered in time, so some must be refused to serve the others. A call is looked at when its headers have arrived, and
 * again when its body has: bodies that were completed while the loop was blocked arrive all at once, in one turn of it.
 * An average over a second, as in `@fastify/under-pressure`, would let all of them through.
 * @param maxDelayMs infinite to refuse none
 */
export function refuseUnderPressure(app: FastifyInstance, maxDelayMs: number): void {
  if (!Number.isFinite(maxDelayMs)) return
  const { readDelay, stop } = measureDelay()
  const check: onRequestHookHandler = (req, _reply, done) => {
    const isRefused = readDelay() > maxDelayMs && !req.routeOptions.config.skipsPressureCheck
    done(isRefused ? refuse('unavailable', { retryAfterSeconds: RETRY_AFTER_S }) : undefined)
  }
  app.addHook('onRequest', check)
  app.addHook('preValidation', check)
  app.addHook('onClose', async () => stop())
}

/** Measures how late the event loop is: in the turn that goes on, or at the last measurement. */
export function measureDelay(): { readDelay: () => number; stop: () => void } {
  let lastDelay = 0
  let dueAt = performance.now() + MEASURING_INTERVAL_MS
  const timer = setInterval(() => {
    const now = performance.now()
    lastDelay = now - dueAt
    dueAt = now + MEASURING_INTERVAL_MS
  }, MEASURING_INTERVAL_MS).unref()
  return {
    readDelay: () => Math.max(lastDelay, performance.now() - dueAt),
    stop: () => clearInterval(timer),
  }
}

/** Route option for health and metrics, which must be available especially under load. */
export const SKIP_PRESSURE_CHECK = { skipsPressureCheck: true } as const
