import { Id } from '@blood-bank/contract/forms'
import type { FastifyRequest } from 'fastify'
import { refuse } from './refuse.ts'

/**
 * The idempotency key of a call, with which it can be repeated without being executed twice; null if there is none.
 * @throws Refusal invalid-input if it is not a UUID
 */
export function idempotencyKeyOf(req: FastifyRequest): string | null {
  const key = req.headers['idempotency-key']
  if (key === undefined) return null
  const read = Id.safeParse(key)
  if (!read.success)
    throw refuse('invalid-input', { message: 'The Idempotency-Key of this call must be a UUID.' })
  return read.data
}
