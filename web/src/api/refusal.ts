import type { RefusalCode } from '@blood-bank/contract/errors'

/** Shown when there was no reply, so this sentence cannot come from the server. */
const UNREACHABLE = 'The service cannot be reached. Please check your internet connection and try again.'

type RefusalFields = {
  code: RefusalCode | 'network'
  message: string
  status?: number
  fields?: Record<string, string> | undefined
  retryAfterSeconds?: number | undefined
  hint?: string | undefined
  requestId?: string | undefined
}

/**
 * A call that did not succeed. `message` is shown to the person, code decides by `code`: one of the contract's
 * or `network` when there was no reply (then `status` is 0). `fields` has a sentence for each invalid field,
 * `hint` is for developers and sent in development only, `requestId` is the id of the call in the server's log.
 */
export class Refusal extends Error {
  readonly code: RefusalCode | 'network'
  readonly status: number
  readonly fields: Record<string, string>
  readonly retryAfterSeconds: number | null
  readonly hint: string | null
  readonly requestId: string | null

  constructor({ code, message, status = 0, fields = {}, retryAfterSeconds, hint, requestId }: RefusalFields) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.status = status
    this.fields = fields
    this.retryAfterSeconds = retryAfterSeconds ?? null
    this.hint = hint ?? null
    this.requestId = requestId ?? null
  }
}

/** The refusal of a call without a reply: offline, interrupted, or too slow. */
export const networkRefusal = () => new Refusal({ code: 'network', message: UNREACHABLE })

/** Whether an error is a refusal with this code. */
export const isRefusal = (error: unknown, code: RefusalFields['code']): error is Refusal =>
  error instanceof Refusal && error.code === code
