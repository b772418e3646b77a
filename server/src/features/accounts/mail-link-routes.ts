import * as accounts from '@blood-bank/contract/accounts'
import { originCounters } from '../../auth/password-attempt.ts'
import { hashPassword } from '../../auth/passwords.ts'
import type { Context } from '../../context.ts'
import { inTransaction } from '../../database/connection.ts'
import { refuse } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { findMailLink, useMailLink } from './mail-links.ts'
import type { AccountMailKind } from './mails.ts'
import { requireGoodPassword } from './password-policy.ts'
import { replacePassword, setEmailVerified } from './store.ts'

/**
 * What the links in mails are for: verifying the address and setting a new password. How often is not limited by address:
 * a token of 256 bits is not guessed, and whoever used a limit up would keep a whole campus from its links.
 */
export function mailLinkRoutes(context: Context): void {
  const { http, db, config, limits, now, devices, recordSecurityEvent } = context

  serve(http, accounts.verifyEmail, async ({ body: { token } }) => {
    const link = { purposes: ['verify-email' as const], token, now: now() }
    const userId = await inTransaction(db, async db => {
      const userId = await useMailLink(db, link)
      if (!userId) throw refuse('link-not-valid')
      await setEmailVerified(db, userId)
      return userId
    })
    recordSecurityEvent('email-verified', { userId })
    return { message: accounts.SAID.emailVerified }
  })

  serve(http, accounts.resetPassword, async ({ body: { token, newPassword }, req, reply }) => {
    const link = { purposes: ['reset-password' as const], token, now: now() }
    // A link that is dead costs no hash; a password that is refused does not use the link up.
    if (!(await findMailLink(db, link))) throw refuse('link-not-valid')
    await requireGoodPassword(newPassword, config.accounts, 'newPassword')
    const passwordHash = await hashPassword(newPassword)
    const owner = await inTransaction(db, async db => {
      const userId = await useMailLink(db, link)
      if (!userId) throw refuse('link-not-valid')
      const owner = await replacePassword(db, userId, passwordHash)
      await enqueueMail(db, 'password-changed' satisfies AccountMailKind, owner.email)
      return { userId, ...owner }
    })
    recordSecurityEvent('password-reset', { userId: owner.userId })
    await limits.forgive(originCounters(owner.email, { address: req.ip }))
    reply.header('set-cookie', devices.remember(req.headers.cookie, owner.email, owner.knownSince))
    return { message: accounts.SAID.passwordReset }
  })
}
