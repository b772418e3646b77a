import { Id } from '@blood-bank/contract/forms'
import type { FastifyRequest } from 'fastify'
import { refuse } from '../refuse.ts'

/**
 * The key under which a call may be sent again without being done twice; null when the caller sent none.
 * @throws Refusal invalid-input when it is no UUID
 */
export function idempotencyKeyOf(req: FastifyRequest): string | null {
  const key = req.headers['idempotency-key']
  if (key === undefined) return null
  const read = Id.safeParse(key)
  if (!read.success)
    throw refuse('invalid-input', { message: 'The Idempotency-Key of this call must be a UUID.' })
  return read.data
}
