import { setTimeout as pause } from 'node:timers/promises'

const POLL_MS = 50

/**
 * Waits until `check` returns something else than null or false. Errors count as null.
 * @throws when that takes too long, naming `what`
 */
export async function waitUntil<T>(
  what: string,
  check: () => Promise<T | null | false>,
  timeoutMs = 60_000,
): Promise<T> {
  const until = performance.now() + timeoutMs
  let reason: unknown = ''
  while (performance.now() < until) {
    const found = await check().catch(error => {
      reason = error
      return null
    })
    if (found !== null && found !== false) return found
    await pause(POLL_MS)
  }
  throw new Error(`Waited in vain for ${timeoutMs / 1000} s: ${what}. ${reason}`)
}
