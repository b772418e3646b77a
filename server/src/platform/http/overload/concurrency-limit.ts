import { refuse } from '../../refuse.ts'

/** A call that waits longer than this is refused, so that its connection is not held for nothing. */
const MAX_WAIT_MS = 3_000
const RETRY_AFTER_S = 1

export type ReleaseSlot = () => void

type WaitingCall = { start: () => void; giveUp: () => void; isGone: () => boolean }
type Queue = { inFlight: number; waiting: WaitingCall[] }

type Options = {
  /** How many calls of one key may be in flight. */
  max: number
  /** How many more may wait; the others are refused. */
  maxWaiting: number
  /** Is told of every call that is refused. */
  onRefusal: (key: string) => void
}

export type ConcurrencyLimit = {
  /** A call's slot, if there is one at once: what frees it, to be called once; else null. */
  tryTake: (key: string) => ReleaseSlot | null
  /**
   * Gives a call its slot, after those of the same key that came before it.
   * @param isGone whether the caller has left meanwhile; a call that nobody waits for is passed over
   * @returns what frees the slot, to be called once
   * @throws Refusal too-many-calls when too many wait already, or the wait was too long
   */
  take: (key: string, isGone: () => boolean) => Promise<ReleaseSlot>
  /** How many keys have calls in flight. */
  size: () => number
}

/**
 * Limits how many calls of one key (an account, an address) are in flight at this server. The others wait in order.
 * What is held is bounded by the connections of the server: a key without calls is forgotten.
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
      if (!next.isGone()) return next.start()
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

  function wait(key: string, isGone: () => boolean): Promise<ReleaseSlot> {
    const queue = getQueue(key)
    const { waiting } = queue
    if (waiting.length >= maxWaiting) for (const call of waiting.filter(call => call.isGone())) call.giveUp()
    if (waiting.length >= maxWaiting) throw refuseCall(key)
    return new Promise((resolve, reject) => {
      const call: WaitingCall = {
        isGone,
        start() {
          clearTimeout(timeout)
          resolve(start(key, queue))
        },
        giveUp() {
          clearTimeout(timeout)
          const place = waiting.indexOf(call)
          if (place >= 0) waiting.splice(place, 1)
          reject(isGone() ? refuse('too-many-calls') : refuseCall(key))
        },
      }
      const timeout = setTimeout(call.giveUp, MAX_WAIT_MS)
      waiting.push(call)
    })
  }

  return {
    tryTake,
    async take(key, isGone) {
      return tryTake(key) ?? wait(key, isGone)
    },
    size: () => queues.size,
  }
}
