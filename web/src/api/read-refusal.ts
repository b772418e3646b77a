import type { ErrorReply, RefusalCode } from '@blood-bank/contract/errors'
import { FAILURES } from '@blood-bank/contract/refusals/failures'
import { Refusal } from './refusal.ts'

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
