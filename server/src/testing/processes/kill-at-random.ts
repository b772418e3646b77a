import { setTimeout as pause } from 'node:timers/promises'
import type { RunningProduct } from '../running-product.ts'

type Trials = {
  count: number
  maxLifetimeMs: number
  restart: () => Promise<RunningProduct>
  /** What each client repeats until the kill. An error before the kill is thrown. */
  clients: ((product: RunningProduct, round: number) => Promise<unknown>)[]
  /** Looks at what is stored when the product runs again. */
  check: (product: RunningProduct) => Promise<unknown>
}

/**
 * Kills the product with SIGKILL at random times while clients use it, in two of three trials together with PostgreSQL,
 * and starts it again on the same data folder.
 */
export async function killAtRandom(
  product: RunningProduct,
  { count, maxLifetimeMs, restart, clients, check }: Trials,
): Promise<void> {
  let running = product
  for (let trial = 1; trial <= count; trial += 1) {
    let isKilled = false
    const begun = Promise.withResolvers<void>()
    const repeat = async (act: (typeof clients)[number]) => {
      try {
        for (let round = 0; !isKilled; round += 1) {
          await act(running, round)
          begun.resolve()
        }
      } catch (error) {
        if (!isKilled) throw error
      }
    }
    const ended = Promise.all(clients.map(repeat))
    await Promise.race([begun.promise, ended])
    await pause(Math.random() * maxLifetimeMs)
    isKilled = true
    await running.kill(trial % 3 ? 'all' : 'node')
    await ended
    running = await restart()
    await check(running)
  }
}
