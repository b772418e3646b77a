import type { Endpoint, ReplyOf } from '@blood-bank/contract/endpoint'
import type { Page } from '@blood-bank/contract/paging'
import type { Inputs, Person, Reply } from '../person.ts'

/** Does something under a name, so that what it asks of the database can be told by it. */
export type During = <T>(name: string, act: () => Promise<T>) => Promise<T>

export type Caller = ReturnType<typeof createCaller>

/** Calls endpoints, each under its own name with its query, and remembers which. */
export function createCaller(during: During) {
  const called = new Set<Endpoint>()

  /** @throws when it is refused: what it would have asked of the database is not seen then */
  async function call<E extends Endpoint>(person: Person, endpoint: E, ...inputs: Inputs<E>) {
    called.add(endpoint)
    const { query = {} } = (inputs[0] ?? {}) as { query?: Record<string, string> }
    const asked = Object.entries(query).map(([name, value]) => (name === 'after' ? name : `${name}=${value}`))
    const name = [`${endpoint.method} ${endpoint.path}`, ...asked].join(' ')
    const reply = await during(name, () => person.call(endpoint, ...inputs))
    if (reply.status >= 400) throw new Error(`${name}: ${reply.text}`)
    return reply as Reply<ReplyOf<E>>
  }

  const callList = (person: Person, endpoint: Endpoint, query: Record<string, string>) =>
    call(person, endpoint, ...([{ query }] as unknown as Inputs<Endpoint>))

  return {
    called,
    call,
    callList,

    /** A list from its beginning, and a page later where it goes on. */
    async callPages(person: Person, endpoint: Endpoint, query: Record<string, string> = {}) {
      const { next } = (await callList(person, endpoint, query)).body as Page<unknown>
      if (next !== null) await callList(person, endpoint, { ...query, after: next })
    },
  }
}
