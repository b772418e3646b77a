/** Work that takes longer is waiting for something else, and no longer blocks the queue. */
export const MAX_BLOCKING_MS = 100

/** Runs work after the earlier work of the same key. */
export type RunQueued = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Runs the work of each key one after the other. Eight of the largest pages at once block the event loop for every caller;
 * one at a time lets calls of others run in between. Work blocks its queue for 100 ms at most.
 */
export function createPerKeyQueue(): RunQueued {
  const waitingByKey = new Map<string, (() => void)[]>()

  function startNext(key: string) {
    const next = waitingByKey.get(key)?.shift()
    if (next) next()
    else waitingByKey.delete(key)
  }

  return async (key, work) => {
    const waiting = waitingByKey.get(key)
    if (waiting) await new Promise<void>(resolve => waiting.push(resolve))
    else waitingByKey.set(key, [])
    let isOver = false
    const end = () => {
      if (!isOver) startNext(key)
      isOver = true
    }
    const timeout = setTimeout(end, MAX_BLOCKING_MS)
    try {
      return await work()
    } finally {
      clearTimeout(timeout)
      end()
    }
  }
}
