import { refuse } from '../refuse.ts'

/** A call that waits longer than this is refused, so that its connection is not held in vain. */
const MAX_WAIT_MS = 3_000

export type ReleaseSlot = () => void

/**
 * Takes a slot of a key: at once if one is free, because a promise would cost every call time, else after the calls before.
 * @param done called with the refusal too-many-calls when the queue is full or the wait was too long
 */
export type TakeSlot = (key: string, done: (error: Error | undefined, release: ReleaseSlot) => void) => void

type Options = {
  max: number
  maxWaiting: number
  /** How long a call may hold up the next one, which then starts all the same instead of being refused. */
  turnMs?: number
  onRefusal?: (key: string) => void
}

/** Limits how many calls of one key (an account, an address) are in flight here. A key without calls takes no memory. */
export function createConcurrencyLimit({ max, maxWaiting, turnMs, onRefusal }: Options): TakeSlot {
  const queues = new Map<string, { inFlight: number; waiting: Set<() => void> }>()

  return (key, done) => {
    const queue = queues.get(key) ?? { inFlight: 0, waiting: new Set() }
    const { waiting } = queue
    queues.set(key, queue)
    const start = () => {
      queue.inFlight += 1
      done(undefined, () => {
        queue.inFlight -= 1
        const [startNext] = waiting
        if (queue.inFlight < max) startNext?.()
        if (queue.inFlight === 0) queues.delete(key)
      })
    }
    const refuseCall = () => {
      onRefusal?.(key)
      done(refuse('too-many-calls', { retryAfterSeconds: 1 }), () => {})
    }
    if (queue.inFlight < max) return start()
    if (waiting.size >= maxWaiting) return refuseCall()
    const leave = (next: () => void) => {
      clearTimeout(timeout)
      waiting.delete(startWaiting)
      next()
    }
    const startWaiting = () => leave(start)
    waiting.add(startWaiting)
    const timeout = turnMs
      ? setTimeout(startWaiting, turnMs * waiting.size)
      : setTimeout(leave, MAX_WAIT_MS, refuseCall)
  }
}
