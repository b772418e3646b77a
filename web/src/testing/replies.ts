import { type Endpoint, RECORD_COUNT_HEADER, type ReplyOf } from '@blood-bank/contract/endpoint'
import { REFUSALS, type RefusalCode } from '@blood-bank/contract/errors'

/** A reply of the stubbed server to one endpoint. */
export type Reply = { endpoint: Endpoint; answer: () => Promise<Response> | Response }

type RefusalDetails = {
  message?: string
  fields?: Record<string, string>
  hint?: string
  requestId?: string
}

const json = (status: number, body: unknown) => {
  const headers = { 'content-type': 'application/json' }
  return new Response(status === 204 ? null : JSON.stringify(body), { status, headers })
}

/** The endpoint succeeds with this body: `replying(readOwnDonor, { donor: null })`. */
export const replying = <E extends Endpoint>(endpoint: E, body: ReplyOf<E>): Reply => ({
  endpoint,
  answer: () => json(endpoint.reply.status, body),
})

/** The endpoint returns this CSV with a number of records. */
export const sending = (
  endpoint: Endpoint,
  { name, count, text }: { name: string; count: number; text: string | ReadableStream<Uint8Array> },
): Reply => ({
  endpoint,
  answer: () =>
    new Response(text, {
      headers: {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${name}"`,
        [RECORD_COUNT_HEADER]: String(count),
      },
    }),
})

/** The endpoint refuses with a code of the error catalogue. */
export const refusing = (endpoint: Endpoint, code: RefusalCode, details: RefusalDetails = {}): Reply => {
  const error = { code, message: REFUSALS[code].message, ...details }
  return { endpoint, answer: () => json(REFUSALS[code].status, { error }) }
}

/** There is no response, as when the person is offline. */
export const failing = (endpoint: Endpoint): Reply => ({
  endpoint,
  answer: () => Promise.reject(new TypeError('Failed to fetch')),
})

/** The response never arrives. */
export const hanging = (endpoint: Endpoint): Reply => ({ endpoint, answer: () => new Promise(() => {}) })

/** The response arrives when `arrive` is called: `const { reply, arrive } = awaiting(replying(…))`. */
export const awaiting = ({ endpoint, answer }: Reply) => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { reply: { endpoint, answer: () => promise.then(answer) }, arrive: () => resolve() }
}
