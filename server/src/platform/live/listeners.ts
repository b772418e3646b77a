import { setImmediate as nextTurn } from 'node:timers/promises'
import type { EventStream } from '../http/replies/event-stream.ts'
import type { CountedNetwork } from '../network/address-prefix.ts'

/** So many listeners are written to in one turn of the event loop: other calls are served in between. */
const WRITES_PER_TURN = 50

export type Listener = {
  /** The account that it listens for. */
  userId: string
  /** Whom it counts for. */
  person: string
  /** The networks that it counts for. */
  networks: readonly CountedNetwork[]
  stream: EventStream
}

type Options<L extends Listener> = {
  maxPerPerson: number
  maxPerNetwork: number
  /** Called for the oldest listener of a person or network with too many. */
  onTooMany: (listener: L) => void
}

type Listeners<L extends Listener> = {
  add: (listener: L) => void
  /** The listeners of one account, oldest first. */
  of: (userId: string) => readonly L[]
  all: () => Iterable<L>
  /** Calls back for every listener that is there now, with pauses. */
  visit: (callback: (listener: L) => void) => Promise<void>
  count: () => number
}

/** The open streams of this server, by account, person and network. */
export function createListeners<L extends Listener>({
  maxPerPerson,
  maxPerNetwork,
  onTooMany,
}: Options<L>): Listeners<L> {
  const byAccount = new Map<string, Set<L>>()
  const byPerson = new Map<string, Set<L>>()
  const byNetwork = new Map<string, Set<L>>()
  const all = new Set<L>()

  const groupsOf = ({ userId, person, networks }: L) => [
    { groups: byAccount, name: userId, max: Number.POSITIVE_INFINITY },
    { groups: byPerson, name: person, max: maxPerPerson },
    ...networks.map(({ prefix, times }) => ({ groups: byNetwork, name: prefix, max: maxPerNetwork * times })),
  ]

  function remove(listener: L) {
    if (!all.delete(listener)) return
    for (const { groups, name } of groupsOf(listener)) {
      const others = groups.get(name)
      others?.delete(listener)
      if (others?.size === 0) groups.delete(name)
    }
  }

  return {
    add(listener) {
      all.add(listener)
      for (const { groups, name } of groupsOf(listener))
        groups.set(name, (groups.get(name) ?? new Set()).add(listener))
      listener.stream.onClose(() => remove(listener))
      for (const { groups, name, max } of groupsOf(listener)) {
        const [oldest, ...others] = groups.get(name) ?? []
        if (!oldest || others.length < max) continue
        remove(oldest)
        onTooMany(oldest)
      }
    },
    of: userId => [...(byAccount.get(userId) ?? [])],
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
