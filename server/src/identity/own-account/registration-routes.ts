import * as accounts from '@blood-bank/contract/passwords/accounts'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { FastifyRequest } from 'fastify'
import { inTransaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { hashPassword } from '../../platform/secrets/hashes.ts'
import { serve } from '../access/serve.ts'
import { countCause, type MailRequester, sendLimitedMail } from '../passwords/link-limits.ts'
import { requireAcceptablePassword } from '../passwords/password-policy.ts'
import type { SessionContext } from '../sessions/session-context.ts'
import { createRegistration } from './registration.ts'

/** Registration, and the mails that a client may request. No reply reveals whether an address has an account. */
export function registrationRoutes(context: SessionContext): void {
  const { http, db, config, attemptLimits, devices, registrations, hashNetwork, recordSecurityEvent } =
    context
  const registration = createRegistration(context)

  serve(http, accounts.registerAccount, async ({ body: { email, password }, req, reply }) => {
    const cause = await registration.admit({ email, ip: req.ip })
    await requireAcceptablePassword(password, config.accounts, 'password')
    const passwordHash = await hashPassword(password)
    const registeredNetwork = hashNetwork(req.ip)
    const created = await inTransaction(db, db =>
      registration.store(db, { email, passwordHash, registeredNetwork }, cause),
    )
    if (created) recordSecurityEvent('registered', { userId: created.id })
    registrations.set(reply, created)
    return { message: accounts.SUCCESS_MESSAGES.registered }
  })

  serve(http, accounts.resendVerificationMail, async ({ actor, req }) => {
    if (actor.emailVerified) throw refuse('email-already-verified')
    const cause = await countCause(context, { limit: 'resendsOfNetwork', ip: req.ip })
    const requested = {
      kind: 'verify-email',
      to: actor.email,
      requester: 'unverified-owner',
      cause,
    } as const
    const { isAllowed, retryAfterSeconds } = await inTransaction(db, db =>
      sendLimitedMail(attemptLimits, db, requested),
    )
    if (!isAllowed) throw refuse('resent-too-recently', { retryAfterSeconds })
    return { message: accounts.SUCCESS_MESSAGES.verificationResent }
  })

  serve(http, accounts.sendPasswordResetMail, async ({ body: { email }, actor, req }) => {
    const requester = await findRequester(email, { actor, req })
    const asked =
      requester === 'owner'
        ? { requester }
        : { requester, cause: await countCause(context, { limit: 'resetsOfNetwork', ip: req.ip }) }
    // The reply is the same past the limit: a refusal would reveal earlier requests for this address.
    await inTransaction(db, db =>
      sendLimitedMail(attemptLimits, db, { kind: 'reset-password', to: email, ...asked }),
    )
    return { message: accounts.SUCCESS_MESSAGES.resetMailSent(email) }
  })

  type Caller = { actor: User | null; req: FastifyRequest }

  const findRequester = async (email: string, { actor, req }: Caller): Promise<MailRequester> => {
    const owner = actor?.email === email ? actor : await devices.find(req, email)
    if (!owner) return 'stranger'
    return owner.emailVerified ? 'owner' : 'unverified-owner'
  }
}
