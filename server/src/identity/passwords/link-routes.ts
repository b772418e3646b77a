import * as accounts from '@blood-bank/contract/passwords/accounts'
import type { FastifyRequest } from 'fastify'
import { inTransaction, type Transaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { hashPassword } from '../../platform/secrets/hashes.ts'
import type { AccountHooks } from '../access/account-hooks.ts'
import { serve } from '../access/serve.ts'
import { mailboxOf } from '../mailboxes/mailbox.ts'
import { originCounters } from '../sessions/password-attempt.ts'
import type { SessionContext } from '../sessions/session-context.ts'
import { endSessionsOf, setPasswordGivenAt, startSession } from '../sessions/store.ts'
import { lockMailbox, lockUser } from '../users/store.ts'
import { type VerifyingHooks, verifyAccount } from '../users/verifying.ts'
import { createRequireLinkPassword } from './link-password.ts'
import { consumeMailLink, findMailLink } from './links.ts'
import { requireAcceptablePassword, wrongPasswordRefusal } from './password-policy.ts'
import { notifyOfSecurity } from './security-notices.ts'
import { findPasswordHash, resetPassword } from './store.ts'

/**
 * Email verification and password reset by the links in mails. A token of 256 bits cannot be guessed.
 */
export function mailLinkRoutes(
  context: SessionContext,
  hooks: VerifyingHooks & Pick<AccountHooks, 'endNotifications'>,
): void {
  const { http, db, config, attemptLimits, now, devices, registrations, sessionCookies } = context
  const { recordSecurityEvent } = context
  const requireLinkPassword = createRequireLinkPassword(context)
  const verifying = { accounts: config.accounts, hooks }

  /**
   * Signs in whoever has verified an address. The password was entered now, or at the registration in the same browser. A
   * suspended person is told so, as when they sign in.
   */
  async function signInAfterVerifying(
    db: Transaction,
    userId: string,
    { req, isPasswordEntered }: { req: FastifyRequest; isPasswordEntered: boolean },
  ) {
    const user = await lockUser(db, userId, 'for no key update')
    if (!user) throw refuse('link-not-valid')
    const token = await startSession(db, user, {
      ...sessionCookies.originOf(req),
      maxSessions: config.limits.sessionsPerAccount,
    })
    if (!isPasswordEntered) await setPasswordGivenAt(db, { token, at: user.createdAt })
    return { token, user }
  }

  serve(http, accounts.verifyEmail, async ({ body: { token, password }, actor, req, reply }) => {
    const link = { purposes: ['verify-email' as const], token, now: now() }
    const owner = await findMailLink(db, link)
    if (!owner) throw refuse('link-not-valid')
    // An attacker may have registered the address. A click by the owner of the mailbox must not verify that account, nor
    // sign in to it.
    const isSignedIn = actor?.id === owner.userId
    const mayPress = isSignedIn || (actor === null && registrations.hasRegistered(req, owner.userId))
    const hash = mayPress ? null : await requireLinkPassword(owner, { password, req })
    const signedIn = await inTransaction(db, async db => {
      await lockMailbox(db, mailboxOf(owner.email))
      const userId = await consumeMailLink(db, link)
      if (!userId) throw refuse('link-not-valid')
      // Somebody may have changed it meanwhile, and ended all sessions. The user is locked now.
      if (hash !== null && hash !== (await findPasswordHash(db, userId)))
        throw wrongPasswordRefusal('password')
      await verifyAccount(db, userId, verifying)
      return isSignedIn ? null : signInAfterVerifying(db, userId, { req, isPasswordEntered: hash !== null })
    })
    recordSecurityEvent('email-verified', { userId: owner.userId })
    if (signedIn) {
      recordSecurityEvent('signed-in', { userId: owner.userId, isByLink: true })
      sessionCookies.set(reply, signedIn.token)
      devices.remember(reply, signedIn.user.email, signedIn.user.devicesKnownSince)
      if (signedIn.user.suspendedAt) throw refuse('account-suspended')
    }
    return { message: accounts.SUCCESS_MESSAGES.emailVerified, email: owner.email }
  })

  serve(http, accounts.resetPassword, async ({ body: { token, newPassword }, req, reply }) => {
    const link = { purposes: ['reset-password' as const, 'verify-email' as const], token, now: now() }
    // An invalid link must not cost a password hash, and a refused password must not consume the link.
    const found = await findMailLink(db, link)
    if (!found) throw refuse('link-not-valid')
    await requireAcceptablePassword(newPassword, config.accounts, 'newPassword')
    const passwordHash = await hashPassword(newPassword)
    const owner = await inTransaction(db, async db => {
      await lockMailbox(db, mailboxOf(found.email))
      const userId = await consumeMailLink(db, link)
      if (!userId) throw refuse('link-not-valid')
      await verifyAccount(db, userId, verifying)
      const owner = await resetPassword(db, userId, passwordHash)
      await endSessionsOf(db, userId)
      await hooks.endNotifications(db, userId)
      await notifyOfSecurity(db, 'password-changed', { userId, email: owner.email, now: now() })
      return { userId, ...owner }
    })
    recordSecurityEvent('password-reset', { userId: owner.userId })
    await attemptLimits.reset(originCounters(owner.email, { address: req.ip }))
    devices.remember(reply, owner.email, owner.knownSince)
    // Whoever has been here is not the one who registered an account here.
    registrations.clear(reply)
    return { message: accounts.SUCCESS_MESSAGES.passwordReset }
  })
}
