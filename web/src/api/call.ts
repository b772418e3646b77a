import type { CallInputOf, Endpoint, ReplyOf } from '@blood-bank/contract/endpoint'
import { followTime } from '../ui/browser/clock.ts'
import { withRecentPassword } from './recent-password.ts'
import { overNetwork, readRefusal } from './refusal.ts'
import { cacheReply, findCachedReply } from './reply-cache.ts'

/** A call without a reply after this time counts as failed. */
const TIMEOUT_MS = 30_000

type Input = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

type Options = {
  signal?: AbortSignal
  /** A UUID: the server performs the calls that carry the same one only once. None when empty. */
  idempotencyKey?: string
}

/**
 * Calls an endpoint of the contract and returns its reply (`undefined` for 204).
 * `input` holds those of `params`, `query` and `body` that the endpoint takes: `call(searchDonors, { query })`. Where the
 * schemas would make a page too heavy, its address is enough: `call<typeof readSession>(READ_SESSION, {})`.
 * Throws a `Refusal` for every reply that is not a success, and one with code `network` when there is no readable reply;
 * an aborted `signal` throws its abort reason. Asks for the password when the server requires a recent one.
 */
export function call<E extends Endpoint>(
  endpoint: E | Pick<E, 'method' | 'path'>,
  input: CallInputOf<E>,
  options: Options = {},
): Promise<ReplyOf<E>> {
  const send = findTransport() ?? callOverNetwork
  return withRecentPassword(() => send(endpoint, input, options) as Promise<ReplyOf<E>>)
}

export type Transport = (
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  input: Input,
  options: Options,
) => Promise<unknown>

let findTransport: () => Transport | null = () => null

/** Looks for another way at each call: the server has no network to itself (start/render.tsx). */
export function callThrough(find: () => Transport | null): void {
  findTransport = find
}

async function callOverNetwork(
  endpoint: Pick<Endpoint, 'method' | 'path'>,
  input: Input,
  { signal, idempotencyKey }: Options,
): Promise<unknown> {
  signal?.throwIfAborted()
  const askedAt = Date.now()
  const controller = new AbortController()
  const abort = () => controller.abort()
  const timer = setTimeout(abort, TIMEOUT_MS)
  signal?.addEventListener('abort', abort)
  const address = addressOf(endpoint, input)
  const cached = endpoint.method === 'GET' ? findCachedReply(address) : undefined
  try {
    const response = await overNetwork(
      fetch(address, {
        ...requestContent(input, { 'idempotency-key': idempotencyKey, 'if-none-match': cached?.tag }),
        method: endpoint.method,
        credentials: 'same-origin',
        signal: controller.signal,
      }),
    )
    followTime(response.headers.get('date'), askedAt)
    if (cached && response.status === 304) return cached.reply
    if (!response.ok) throw await readRefusal(response)
    if (response.status === 204) return undefined
    const reply = await overNetwork(response.json())
    if (endpoint.method === 'GET') cacheReply(address, response.headers.get('etag'), reply)
    return reply
  } catch (error) {
    signal?.throwIfAborted()
    throw error
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

/** The URL of a call. `URLSearchParams` encodes the plus of a blood group, which would otherwise arrive as a blank. */
export function addressOf({ path }: Pick<Endpoint, 'path'>, { params = {}, query = {} }: Input) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${filled}?${search}` : filled
}

function requestContent({ body }: Input, more: Record<string, string | undefined>): RequestInit {
  const headers = new Headers({ accept: 'application/json' })
  for (const [name, value] of Object.entries(more)) if (value) headers.set(name, value)
  if (body === undefined) return { headers }
  headers.set('content-type', 'application/json')
  return { headers, body: JSON.stringify(body) }
}
