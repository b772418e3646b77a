import type { Endpoint } from '@blood-bank/contract/endpoint'
import { vi } from 'vitest'
import type { Reply } from './replies.ts'

/** A call that a page made. */
type StubbedCall = {
  endpoint: Endpoint
  params: Record<string, string>
  query: Record<string, string>
  /** The URL as sent, for tests of the encoding. */
  address: string
  headers: Headers
  body: unknown
}

export type StubServer = {
  /** Adds a reply, which takes precedence over earlier ones for the same endpoint. */
  answer: (reply: Reply) => void
  /** The calls made to an endpoint so far, oldest first. */
  callsTo: (endpoint: Endpoint) => StubbedCall[]
  /** @returns what makes the calls undone that were answered from now on */
  remember: () => () => void
}

const unexpected: string[] = []

let finishedTests = 0

/** Throws if a page made a call without a reply in its test; `setup.ts` calls it after every test. */
export function refuseUnexpectedCalls() {
  finishedTests += 1
  const calls = unexpected.splice(0)
  if (calls.length > 0) throw new Error(`Calls without a reply in the test: ${calls.join(', ')}`)
}

/**
 * Replaces the server. Several replies for one endpoint answer one call each, in order; the last one answers all further
 * calls.
 */
export function startStubServer(replies: Reply[]): StubServer {
  const remaining = [...replies]
  const calls: StubbedCall[] = []
  const answered: Reply[] = []

  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const method = init.method ?? 'GET'
    const [path = '', search = ''] = address.split('?')
    const index = remaining.findIndex(
      ({ endpoint }) => endpoint.method === method && paramsOf(endpoint, path),
    )
    const reply = remaining[index]
    if (!reply) {
      unexpected.push(`${method} ${address}`)
      throw new TypeError(`No reply for ${method} ${address}`)
    }
    const isLast = !remaining.some((other, at) => at > index && other.endpoint === reply.endpoint)
    if (!isLast) remaining.splice(index, 1)
    calls.push({
      endpoint: reply.endpoint,
      params: paramsOf(reply.endpoint, path) ?? {},
      query: Object.fromEntries(new URLSearchParams(search)),
      address,
      headers: new Headers(init.headers),
      body: init.body ? JSON.parse(String(init.body)) : undefined,
    })
    return Promise.race([reply.answer(), rejectOnAbort(init.signal)])
  })

  const answer = (reply: Reply) => {
    answered.push(reply)
    const others = remaining.filter(({ endpoint }) => endpoint !== reply.endpoint)
    remaining.splice(0, remaining.length, reply, ...others)
  }

  return {
    answer,
    callsTo: endpoint => calls.filter(call => call.endpoint === endpoint),
    remember: () => {
      const before = { remaining: [...remaining], calls: calls.length, answered: answered.length }
      return () => {
        remaining.splice(0, remaining.length, ...before.remaining)
        calls.length = before.calls
        for (const reply of answered.splice(before.answered)) answer(reply)
      }
    },
  }
}

/**
 * Fails like the browser's fetch when the page aborts the call. A call that was not answered in its test is aborted half a
 * minute later: it must not show its error in another test.
 */
function rejectOnAbort(signal: AbortSignal | null | undefined): Promise<never> {
  const test = finishedTests
  return new Promise<never>((_, reject) => {
    signal?.addEventListener('abort', () => {
      if (test === finishedTests) reject(signal.reason)
    })
  })
}

function paramsOf({ path }: Endpoint, actual: string) {
  const pattern = new RegExp(`^${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`)
  const match = pattern.exec(actual)
  return match ? { ...match.groups } : null
}
