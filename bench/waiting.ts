import { setTimeout as pause } from 'node:timers/promises'

/**
 * Waits until `check` returns something else than null or false. Errors count as null.
 * @throws when that takes too long, naming `what`
 */
export async function waitUntil<T>(
  what: string,
  check: () => Promise<T | null | false>,
  { timeoutMs = 60_000, pollMs = 50 } = {},
): Promise<T> {
  let reason: unknown
  for (const until = performance.now() + timeoutMs; performance.now() < until; await pause(pollMs))
    try {
      const found = await check()
      if (found !== null && found !== false) return found
    } catch (error) {
      reason = error
    }
  throw new Error(`Waited in vain: ${what}.`, { cause: reason })
}
