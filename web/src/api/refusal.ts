import type { RefusalCode } from '@blood-bank/contract/errors'

/** What a person reads when no answer came; the server cannot say this one. */
const UNREACHABLE = 'The service cannot be reached. Please check your internet connection and try again.'

type Refused = {
  code: RefusalCode | 'network'
  message: string
  status?: number
  fields?: Record<string, string> | undefined
  retryAfterSeconds?: number | undefined
  hint?: string | undefined
  requestId?: string | undefined
}

/**
 * A call that did not succeed. `message` is for the person, `code` for decisions: one of the contract's
 * or `network`, when no answer came (then `status` is 0). `fields` has a sentence for each field at fault,
 * `hint` a word for developers, which comes in development only, `requestId` the id of the call in the log.
 */
export class Refusal extends Error {
  readonly code: RefusalCode | 'network'
  readonly status: number
  readonly fields: Record<string, string>
  readonly retryAfterSeconds: number | null
  readonly hint: string | null
  readonly requestId: string | null

  constructor({ code, message, status = 0, fields = {}, retryAfterSeconds, hint, requestId }: Refused) {
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

/** No answer came: offline, cut off, or too slow. */
export const unreachable = () => new Refusal({ code: 'network', message: UNREACHABLE })

/** Whether an error is the refusal of this code. */
export const isRefusal = (error: unknown, code: Refused['code']): error is Refusal =>
  error instanceof Refusal && error.code === code
