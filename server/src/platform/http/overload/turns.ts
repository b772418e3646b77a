/** A turn that is longer waits for something; others need not wait for it, too. */
export const MAX_TURN_MS = 100

/** Does something when it is the turn of its key. */
export type TakeTurn = <T>(key: string, act: () => Promise<T>) => Promise<T>

/**
 * Lets those of one key act one after the other. Eight of the largest pages at once keep the event loop busy for so long
 * that everybody waits; one at a time leaves room for others in between. A turn ends after 100 ms at the latest.
 */
export function createTurns(): TakeTurn {
  const waitingByKey = new Map<string, (() => void)[]>()

  function passOn(key: string) {
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
      if (!isOver) passOn(key)
      isOver = true
    }
    const timeout = setTimeout(end, MAX_TURN_MS)
    try {
      return await act()
    } finally {
      clearTimeout(timeout)
      end()
    }
  }
}
