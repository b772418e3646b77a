import { REFUSALS, type RefusalCode } from '@blood-bank/contract/errors'

/** A no that is answered as the catalogue says (contract, errors.ts); everything else thrown is a fault of ours. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: RefusalCode, more: RefusalDetails) {
    super(more.message ?? REFUSALS[code].message)
    this.code = code
    this.status = REFUSALS[code].status
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
  }
}

/** A sentence better than the catalogue's, which fields are at fault, and when to come back. */
export type RefusalDetails = { message?: string; fields?: Record<string, string>; retryAfterSeconds?: number }

/** Use as `throw refuse('blood-request-not-found')`. */
export const refuse = (code: RefusalCode, more: RefusalDetails = {}) => new Refusal(code, more)
