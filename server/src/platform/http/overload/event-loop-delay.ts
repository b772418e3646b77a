/** How often the delay of the event loop is measured. After a long one, the process counts as late for as long. */
const MEASURING_INTERVAL_MS = 100

/**
 * Measures how late the event loop is: in the turn that goes on, or at the last measurement. All that arrives while the loop
 * is blocked is read in one turn of it, which an average over a second, as in `@fastify/under-pressure`, does not show.
 */
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
