/** A turn that is longer waits for something; others need not wait for it, too. */
export const MAX_BLOCKING_MS = 100

/** Does something when it is the turn of its key. */
export type RunQueued = <T>(key: string, work: () => Promise<T>) => Promise<T>

/**
 * Lets those of one key act one after the other. Eight of the largest pages at once keep the event loop busy for so long
 * that everybody waits; one at a time leaves room for others in between. A turn ends after 100 ms at the latest.
 */
export function createPerKeyQueue(): RunQueued {
  const waitingByKey = new Map<string, (() => void)[]>()

  function startNext(key: string) {
    const next = waitingByKey.get(key)?.shift()
    if (next) next()
    else waitingByKey.delete(key)
  }

  return async (key, act) => {
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
      return await act()
    } finally {
      clearTimeout(timeout)
      end()
    }
  }
}
