import type { Endpoint, ReplyOf } from '@blood-bank/contract/endpoint'
import type { Page } from '@blood-bank/contract/paging'
import type { Inputs, Person, Reply } from '../person.ts'

/** Runs `act` and labels the statements that it executes with `name`. */
export type WithLabel = <T>(name: string, act: () => Promise<T>) => Promise<T>

export type Caller = ReturnType<typeof createCaller>

/** Calls endpoints, each labelled with its path and query, and records which were called. */
export function createCaller(withLabel: WithLabel) {
  const called = new Set<Endpoint>()

  /** @throws Error if the call is refused, because its statements would then be missing */
  async function call<E extends Endpoint>(person: Person, endpoint: E, ...inputs: Inputs<E>) {
    called.add(endpoint)
    const { query = {} } = (inputs[0] ?? {}) as { query?: Record<string, string> }
    const asked = Object.entries(query).map(([name, value]) => (name === 'after' ? name : `${name}=${value}`))
    const name = [`${endpoint.method} ${endpoint.path}`, ...asked].join(' ')
    const reply = await withLabel(name, () => person.call(endpoint, ...inputs))
    if (reply.status >= 400) throw new Error(`${name}: ${reply.text}`)
    return reply as Reply<ReplyOf<E>>
  }

  const callList = (person: Person, endpoint: Endpoint, query: Record<string, string>) =>
    call(person, endpoint, ...([{ query }] as unknown as Inputs<Endpoint>))

  return {
    called,
    call,
    callList,

    /** Reads the first page of a list and, if there is one, the second. */
    async callPages(person: Person, endpoint: Endpoint, query: Record<string, string> = {}) {
      const { next } = (await callList(person, endpoint, query)).body as Page<unknown>
      if (next !== null) await callList(person, endpoint, { ...query, after: next })
    },
  }
}
