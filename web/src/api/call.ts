import type { CallInputOf, Endpoint, ReplyOf } from '@blood-bank/contract/endpoint'
import { findKnown, remember } from './known-replies.ts'
import { withRecentPassword } from './password-confirmation.ts'
import { readRefusal } from './read-refusal.ts'
import { Refusal, unreachable } from './refusal.ts'

/** A call that takes longer has failed for the person who waits. */
const PATIENCE_MS = 30_000

type Input = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
}

type Options = {
  signal?: AbortSignal
  /** A UUID under which the call is done once, however often it is sent; none when empty. */
  idempotencyKey?: string
}

/**
 * Makes one call of the contract and gives what it replies (`undefined` for 204).
 * `input` holds those of `params`, `query` and `body` that the endpoint takes: `call(readSession, {})`.
 * Throws a `Refusal` for every answer that is not a success, and one of code `network` when none came;
 * an aborted `signal` throws the abort itself. Where the server asks for the password first, so does this.
 */
export function call<E extends Endpoint>(
  endpoint: E,
  input: CallInputOf<E>,
  options: Options = {},
): Promise<ReplyOf<E>> {
  return withRecentPassword(() => callOnce(endpoint, input, options))
}

async function callOnce<E extends Endpoint>(
  endpoint: E,
  input: CallInputOf<E>,
  { signal, idempotencyKey }: Options,
): Promise<ReplyOf<E>> {
  signal?.throwIfAborted()
  const patience = new AbortController()
  const giveUp = () => patience.abort()
  const timer = setTimeout(giveUp, PATIENCE_MS)
  signal?.addEventListener('abort', giveUp)
  const address = addressOf(endpoint, input)
  const known = endpoint.method === 'GET' ? findKnown(address) : undefined
  try {
    const response = await fetch(address, {
      ...contentOf(input, { 'idempotency-key': idempotencyKey, 'if-none-match': known?.tag }),
      method: endpoint.method,
      credentials: 'same-origin',
      signal: patience.signal,
    })
    if (known && response.status === 304) return known.reply as ReplyOf<E>
    if (!response.ok) throw await readRefusal(response)
    if (response.status === 204) return undefined as ReplyOf<E>
    const reply = await response.json()
    if (endpoint.method === 'GET') remember(address, response.headers.get('etag'), reply)
    return reply
  } catch (error) {
    if (signal?.aborted) throw signal.reason
    // Whatever else goes wrong on the way, also within an answer, is the way's fault.
    throw error instanceof Refusal ? error : unreachable()
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', giveUp)
  }
}

/** The address of a call. `URLSearchParams` encodes the plus of a blood group, which would arrive as a blank. */
export function addressOf({ path }: Pick<Endpoint, 'path'>, { params = {}, query = {} }: Input) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const given = Object.entries(query).filter(([, value]) => value !== undefined && value !== null)
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return search ? `${filled}?${search}` : filled
}

function contentOf({ body }: Input, more: Record<string, string | undefined>): RequestInit {
  const headers = new Headers({ accept: 'application/json' })
  for (const [name, value] of Object.entries(more)) if (value) headers.set(name, value)
  if (body === undefined) return { headers }
  headers.set('content-type', 'application/json')
  return { headers, body: JSON.stringify(body) }
}
