import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventStream } from './event-stream.ts'

/** So many listeners are written to in one turn of the event loop: other calls are served in between. */
const WRITES_PER_TURN = 50

export type Listener = {
  /** The account that it counts for. */
  key: string
  stream: EventStream
}

type Options<L extends Listener> = {
  maxPerKey: number
  /** Called for the oldest listener of a key with too many. */
  onTooMany: (listener: L) => void
}

export type Listeners<L extends Listener> = {
  add: (listener: L) => void
  /** The listeners of one key, oldest first. */
  of: (key: string) => readonly L[]
  all: () => Iterable<L>
  /** Calls back for every listener that is there now, with pauses. */
  visit: (callback: (listener: L) => void) => Promise<void>
  count: () => number
}

/** The open streams of this server, by account. */
export function createListeners<L extends Listener>({ maxPerKey, onTooMany }: Options<L>): Listeners<L> {
  const byKey = new Map<string, Set<L>>()
  const all = new Set<L>()

  function remove(listener: L) {
    if (!all.delete(listener)) return
    const others = byKey.get(listener.key)
    others?.delete(listener)
    if (others?.size === 0) byKey.delete(listener.key)
  }

  return {
    add(listener) {
      const { key, stream } = listener
      const own = byKey.get(key) ?? new Set()
      byKey.set(key, own.add(listener))
      all.add(listener)
      stream.onClose(() => remove(listener))
      const [oldest] = own
      if (own.size > maxPerKey && oldest) {
        remove(oldest)
        onTooMany(oldest)
      }
    },
    of: key => [...(byKey.get(key) ?? [])],
    all: () => all,
    async visit(callback) {
      let written = 0
      for (const listener of [...all]) {
        if (!all.has(listener)) continue
        callback(listener)
        written += 1
        if (written % WRITES_PER_TURN === 0) await nextTurn()
      }
    },
    count: () => all.size,
  }
}
