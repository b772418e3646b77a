import type { FastifyRequest } from 'fastify'
import { refuse } from '../../platform/http/refuse.ts'
import { verifyPassword } from '../../platform/secrets/hashes.ts'
import type { SessionContext } from '../sessions/session-context.ts'
import { wrongPasswordRefusal } from './password-policy.ts'
import { findPasswordHash } from './store.ts'

type EnteredPassword = { password: string | undefined; req: FastifyRequest }

/**
 * Checks the password of the account whose mailbox a link was sent to. @returns the hash that it matches
 * @throws Refusal if it is missing or wrong
 */
type RequireLinkPassword = (
  owner: { userId: string; email: string },
  entered: EnteredPassword,
) => Promise<string>

/** Creates the check for links that are opened in a browser that is not known to belong to the account. */
export const createRequireLinkPassword =
  ({
    db,
    devices,
    attemptPassword,
    recordSecurityEvent,
  }: Pick<
    SessionContext,
    'db' | 'devices' | 'attemptPassword' | 'recordSecurityEvent'
  >): RequireLinkPassword =>
  async ({ userId, email }, { password, req }) => {
    if (password === undefined) throw refuse('password-needed')
    const device = await devices.find(req, email)
    const origin = device ? { device: device.nonce } : { address: req.ip }
    const matchedHash = await attemptPassword({ email, origin }, async () => {
      const hash = await findPasswordHash(db, userId)
      return hash !== null && (await verifyPassword({ hash, password })) ? hash : null
    })
    if (matchedHash === null) {
      recordSecurityEvent('sign-in-failed', { userId })
      throw wrongPasswordRefusal('password')
    }
    return matchedHash
  }
