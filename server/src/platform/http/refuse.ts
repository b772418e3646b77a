import { REFUSALS, type RefusalCode } from '@blood-bank/contract/errors'

/** A refusal of the catalogue (contract, errors.ts). Any other error that is thrown is a fault of the program. */
export class Refusal extends Error {
  readonly code: RefusalCode
  readonly status: number
  readonly fields: Record<string, string> | undefined
  readonly retryAfterSeconds: number | undefined
  readonly pauseMs: number | undefined

  constructor(code: RefusalCode, more: RefusalDetails) {
    super(more.message ?? REFUSALS[code].message)
    this.code = code
    this.status = REFUSALS[code].status
    this.fields = more.fields
    this.retryAfterSeconds = more.retryAfterSeconds
    this.pauseMs = more.pauseMs
  }
}

/**
 * A more specific message than the catalogue's, a message for each invalid field, when to retry, and how long to wait with the
 * answer, so that whoever goes on takes no time of others.
 */
export type RefusalDetails = {
  message?: string
  fields?: Record<string, string>
  retryAfterSeconds?: number
  pauseMs?: number
}

/** Use as `throw refuse('blood-request-not-found')`. */
export const refuse = (code: RefusalCode, more: RefusalDetails = {}) => new Refusal(code, more)

/** Refuses what a field of a form says: its sentence stands at the field, too. */
export const refuseField = (field: string, code: RefusalCode) =>
  refuse(code, { fields: { [field]: REFUSALS[code].message } })
