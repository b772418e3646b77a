import * as accounts from '@blood-bank/contract/passwords/accounts'
import type { FastifyRequest } from 'fastify'
import { inTransaction, type Transaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { hashPassword } from '../../platform/secrets/password-hash.ts'
import type { AccountHooks } from '../access/account-hooks.ts'
import { serve } from '../access/serve.ts'
import { originCounters } from '../sessions/password-attempt.ts'
import type { SessionContext } from '../sessions/session-context.ts'
import { startSession } from '../sessions/start-session.ts'
import { endSession, endSessionsOf, setPasswordGivenAt } from '../sessions/store.ts'
import { findUser, setEmailVerified } from '../users/store.ts'
import { createRequireLinkPassword } from './link-password.ts'
import { consumeMailLink, findMailLink } from './links.ts'
import { requireAcceptablePassword } from './password-policy.ts'
import { notifyOfSecurity } from './security-notices.ts'
import { resetPassword } from './store.ts'

/**
 * Email verification and password reset by the links in mails. These calls are not limited by network address: a token
 * of 256 bits cannot be guessed, and one attacker who used up such a limit would lock a whole campus out of its links.
 */
export function mailLinkRoutes(
  context: SessionContext,
  { afterVerifying, afterNewPassword }: Pick<AccountHooks, 'afterVerifying' | 'afterNewPassword'>,
): void {
  const { http, db, config, attemptLimits, now, devices, registrations, sessionCookies } = context
  const { recordSecurityEvent } = context
  const requireLinkPassword = createRequireLinkPassword(context)

  /**
   * Signs in the browser that registered the account. Its password was entered there at registration, so that is when the
   * session counts it. Null for a suspended account, which learns that at its sign-in.
   */
  async function signInAfterVerifying(db: Transaction, userId: string, req: FastifyRequest) {
    const user = await findUser(db, userId)
    const session = await startSession(db, {
      userId,
      ...sessionCookies.originOf(req),
      maxSessions: config.limits.sessionsPerAccount,
    })
    if (!user || !session) return null
    if (session.isSuspended) {
      await endSession(db, session.token)
      return null
    }
    await setPasswordGivenAt(db, { token: session.token, at: user.createdAt })
    return { token: session.token, user }
  }

  serve(http, accounts.verifyEmail, async ({ body: { token, password }, actor, req, reply }) => {
    const link = { purposes: ['verify-email' as const], token, now: now() }
    const owner = await findMailLink(db, link)
    if (!owner) throw refuse('link-not-valid')
    // An attacker may have registered the address. A click by the owner of the mailbox must not verify that account, nor
    // sign in to it.
    const hasRegistered = registrations.hasRegistered(req, owner.userId)
    if (actor?.id !== owner.userId && !hasRegistered) await requireLinkPassword(owner, { password, req })
    const signedIn = await inTransaction(db, async db => {
      const userId = await consumeMailLink(db, link)
      if (!userId) throw refuse('link-not-valid')
      await setEmailVerified(db, userId)
      await afterVerifying(db, userId)
      // Whoever else is signed in there stays signed in.
      return hasRegistered && actor === null ? signInAfterVerifying(db, userId, req) : null
    })
    recordSecurityEvent('email-verified', { userId: owner.userId })
    if (hasRegistered) registrations.clear(reply)
    if (signedIn) {
      recordSecurityEvent('signed-in', { userId: owner.userId, isByLink: true })
      sessionCookies.set(reply, signedIn.token)
      devices.remember(reply, signedIn.user.email, signedIn.user.devicesKnownSince)
    }
    return { message: accounts.SUCCESS_MESSAGES.emailVerified, email: owner.email }
  })

  serve(http, accounts.resetPassword, async ({ body: { token, newPassword }, req, reply }) => {
    const link = { purposes: ['reset-password' as const, 'verify-email' as const], token, now: now() }
    // An invalid link must not cost a password hash, and a refused password must not consume the link.
    if (!(await findMailLink(db, link))) throw refuse('link-not-valid')
    await requireAcceptablePassword(newPassword, config.accounts, 'newPassword')
    const passwordHash = await hashPassword(newPassword)
    const owner = await inTransaction(db, async db => {
      const userId = await consumeMailLink(db, link)
      if (!userId) throw refuse('link-not-valid')
      const owner = await resetPassword(db, userId, passwordHash)
      await afterVerifying(db, userId)
      await endSessionsOf(db, userId)
      await afterNewPassword(db, userId)
      await notifyOfSecurity(db, 'password-changed', { userId, email: owner.email, now: now() })
      return { userId, ...owner }
    })
    recordSecurityEvent('password-reset', { userId: owner.userId })
    await attemptLimits.reset(originCounters(owner.email, { address: req.ip }))
    devices.remember(reply, owner.email, owner.knownSince)
    return { message: accounts.SUCCESS_MESSAGES.passwordReset }
  })
}
