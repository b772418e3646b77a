import type { User } from '@blood-bank/contract/users/endpoints'
import type { FastifyRequest } from 'fastify'
import { inTransaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { verifyPassword } from '../../platform/secrets/hashes.ts'
import { wrongPasswordRefusal } from '../passwords/password-policy.ts'
import { findPasswordHash } from '../passwords/store.ts'
import type { SessionContext } from '../sessions/session-context.ts'

type EnteredPassword = { password: string; field: 'password' | 'currentPassword'; req: FastifyRequest }

/**
 * Creates the check of the password that a signed-in user enters once more.
 * @returns a function that returns the hash that the password matches, and throws a Refusal for a wrong one
 */
export const createRequireCurrentPassword =
  ({
    db,
    attemptLimits,
    attemptPassword,
    sessionCookies,
  }: Pick<SessionContext, 'db' | 'attemptLimits' | 'attemptPassword' | 'sessionCookies'>) =>
  async ({ id, email }: User, { password, field, req }: EnteredPassword): Promise<string> => {
    const origin = { session: sessionCookies.requireTokenOf(req) }
    const matchedHash = await attemptPassword({ email, origin }, async () => {
      const hash = await findPasswordHash(db, id)
      if (hash !== null) return (await verifyPassword({ hash, password })) ? hash : null
      // The account was erased during this call: the attempt just counted must not outlive it.
      await inTransaction(db, db => attemptLimits.deleteAttempts(db, email, id))
      throw refuse('not-signed-in')
    })
    if (matchedHash === null) throw wrongPasswordRefusal(field)
    return matchedHash
  }
