import { refuse } from '../refuse.ts'

/** A call that waits longer than this is refused, so that its connection is not held in vain. */
const MAX_WAIT_MS = 3_000
const RETRY_AFTER_S = 1

export type ReleaseSlot = () => void

type WaitingCall = { start: () => void; giveUp: () => void; isAborted: () => boolean }
type Queue = { inFlight: number; waiting: WaitingCall[] }

type Options = {
  /** How many calls of one key may be in flight. */
  max: number
  /** How many more may wait; further calls are refused. */
  maxWaiting: number
  /** Called for every refused call. */
  onRefusal: (key: string) => void
}

export type ConcurrencyLimit = {
  /** Takes a slot if one is free. Returns the function that releases it, to be called once, or null. */
  tryTake: (key: string) => ReleaseSlot | null
  /**
   * Waits for a slot, in the order of the calls of a key.
   * @param isAborted whether the caller has disconnected; aborted calls are skipped
   * @returns releases the slot, to be called once
   * @throws Refusal too-many-calls when the queue is full or the wait was too long
   */
  take: (key: string, isAborted: () => boolean) => Promise<ReleaseSlot>
  /** How many keys have calls in flight. */
  size: () => number
}

/**
 * Limits how many calls of one key (an account, an address) this server handles at the same time. Further calls wait in
 * order. Memory is bounded by the connections of the server, because a key without calls is removed.
 */
export function createConcurrencyLimit({ max, maxWaiting, onRefusal }: Options): ConcurrencyLimit {
  const queues = new Map<string, Queue>()

  function getQueue(key: string): Queue {
    const known = queues.get(key)
    if (known) return known
    const queue: Queue = { inFlight: 0, waiting: [] }
    queues.set(key, queue)
    return queue
  }

  function release(key: string, queue: Queue) {
    queue.inFlight -= 1
    for (let next = queue.waiting.shift(); next; next = queue.waiting.shift()) {
      if (!next.isAborted()) return next.start()
      next.giveUp()
    }
    if (queue.inFlight === 0) queues.delete(key)
  }

  function start(key: string, queue: Queue): ReleaseSlot {
    queue.inFlight += 1
    return () => release(key, queue)
  }

  function tryTake(key: string): ReleaseSlot | null {
    const queue = getQueue(key)
    return queue.inFlight < max ? start(key, queue) : null
  }

  function refuseCall(key: string) {
    onRefusal(key)
    return refuse('too-many-calls', { retryAfterSeconds: RETRY_AFTER_S })
  }

  function wait(key: string, isAborted: () => boolean): Promise<ReleaseSlot> {
    const queue = getQueue(key)
    const { waiting } = queue
    if (waiting.length >= maxWaiting)
      for (const call of waiting.filter(call => call.isAborted())) call.giveUp()
    if (waiting.length >= maxWaiting) throw refuseCall(key)
    return new Promise((resolve, reject) => {
      const call: WaitingCall = {
        isAborted,
        start() {
          clearTimeout(timeout)
          resolve(start(key, queue))
        },
        giveUp() {
          clearTimeout(timeout)
          const index = waiting.indexOf(call)
          if (index >= 0) waiting.splice(index, 1)
          reject(isAborted() ? refuse('too-many-calls') : refuseCall(key))
        },
      }
      const timeout = setTimeout(call.giveUp, MAX_WAIT_MS)
      waiting.push(call)
    })
  }

  return {
    tryTake,
    async take(key, isAborted) {
      return tryTake(key) ?? wait(key, isAborted)
    },
    size: () => queues.size,
  }
}
