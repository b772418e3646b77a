import type { ErrorReply, RefusalCode } from '@blood-bank/contract/errors'
import { FAILURES } from '@blood-bank/contract/refusals/failures'

/** Shown when there was no reply, so this sentence cannot come from the server. */
const UNREACHABLE = 'The service cannot be reached. Please check your internet connection and try again.'

type RefusalFields = {
  code: RefusalCode | 'network' | 'browser'
  message: string
  status?: number
  fields?: Record<string, string> | undefined
  hint?: string | undefined
  requestId?: string | undefined
  cause?: unknown
}

/**
 * A call that did not succeed. `message` is for the person, `code` for the page: one of the contract's, `network` when there
 * was no reply, or `browser` when the browser declined (then `status` is 0). `fields` has a sentence for each invalid field,
 * `hint` is for developers and sent in development only, `requestId` is the id of the call in the server's log.
 */
export class Refusal extends Error {
  readonly code: RefusalFields['code']
  readonly status: number
  readonly fields: Record<string, string>
  readonly hint: string | null
  readonly requestId: string | null

  constructor({ code, message, status = 0, fields = {}, cause, ...details }: RefusalFields) {
    super(message, { cause })
    this.name = 'Refusal'
    this.code = code
    this.status = status
    this.fields = fields
    this.hint = details.hint ?? null
    this.requestId = details.requestId ?? null
  }
}

/**
 * Waits for `fetch` or for the body of its response. Throws the refusal `network` if that fails: offline, interrupted, too
 * slow, or not readable.
 */
export const overNetwork = <T>(reading: Promise<T>): Promise<T> =>
  reading.catch(() => {
    throw new Refusal({ code: 'network', message: UNREACHABLE })
  })

/** What the browser or the person in front of it declined, with a sentence for the person. */
export const browserRefusal = (message: string, cause?: unknown) =>
  new Refusal({ code: 'browser', message, cause })

/** The refusal to show for an error. The message of an unknown error is for developers: it is logged, not shown. */
export const toRefusal = (error: Error): Refusal =>
  error instanceof Refusal
    ? error
    : new Refusal({ code: 'unexpected-error', ...FAILURES['unexpected-error'], cause: error })

/** Whether an error is a refusal with one of these codes. */
export const isRefusal = (error: unknown, ...codes: RefusalFields['code'][]): error is Refusal =>
  error instanceof Refusal && codes.includes(error.code)

/** Reads the refusal from a response. A proxy in between may respond with something other than our error format. */
export const readRefusal = async (response: Response): Promise<Refusal> =>
  refusalIn(await response.json().catch(() => null), response.status)

/** The refusal in the body of a reply. */
export function refusalIn(reply: unknown, status: number): Refusal {
  if (isErrorReply(reply)) {
    const { code, ...details } = reply.error
    return new Refusal({ ...details, code: code as RefusalCode, status })
  }
  const code = status >= 502 && status <= 504 ? 'unavailable' : 'unexpected-error'
  return new Refusal({ code, message: FAILURES[code].message, status })
}

function isErrorReply(reply: unknown): reply is ErrorReply {
  const error: unknown = typeof reply === 'object' && reply !== null && 'error' in reply ? reply.error : null
  return (
    typeof error === 'object' && error !== null && 'message' in error && typeof error.message === 'string'
  )
}
