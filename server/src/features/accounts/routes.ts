import * as accounts from '@blood-bank/contract/accounts'
import { hashPassword } from '../../auth/passwords.ts'
import type { Context } from '../../context.ts'
import { type Database, inTransaction } from '../../database/connection.ts'
import { addressPrefix } from '../../http/address-prefix.ts'
import { Refusal, refuse } from '../../http/refuse.ts'
import { serve } from '../../http/serve.ts'
import { usMoment } from '../../http/us-moment.ts'
import { enqueueMail } from '../../mail/outbox.ts'
import { findMailLink, useMailLink } from './mail-links.ts'
import type { AccountMailKind } from './mails.ts'
import { requireGoodPassword } from './password-policy.ts'
import { insertAccount, replacePassword, setEmailVerified } from './store.ts'

/** Registration, verification and reset. Nothing here tells whether an address has an account. */
export function accountRoutes({ http, db, config, limits, now }: Context): void {
  const { allowedEmailDomains } = config.accounts
  const enqueue = (db: Database, kind: AccountMailKind, to: string) => enqueueMail(db, kind, to)

  const countRegistration = (prefix: string) =>
    limits.take('registrationsOfAddress', prefix, 'too-many-registrations').catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.retryAfterSeconds === undefined) throw error
      const { code, retryAfterSeconds } = error
      const time = usMoment(new Date(Date.now() + retryAfterSeconds * 1000), config.timeZone)
      throw refuse(code, { retryAfterSeconds, message: accounts.tooManyRegistrations(time) })
    })

  serve(http, accounts.registerAccount, async ({ body: { email, password }, req }) => {
    await countRegistration(addressPrefix(req.ip))
    if (allowedEmailDomains.length > 0 && !allowedEmailDomains.includes(domainOf(email)))
      throw refuse('email-domain-not-allowed', {
        fields: { email: `Allowed are addresses at: ${allowedEmailDomains.join(', ')}.` },
      })
    await requireGoodPassword(password, config.accounts, 'password')
    const passwordHash = await hashPassword(password)
    await inTransaction(db, async db => {
      const created = await insertAccount(db, { email, passwordHash })
      await enqueue(db, created ? 'verify-email' : 'account-exists', email)
    })
    return { message: accounts.SAID.registered }
  })

  serve(http, accounts.resendVerificationMail, async ({ actor }) => {
    if (actor.emailVerified) throw refuse('email-already-verified')
    await limits.take('verificationMails', actor.id, 'resent-too-recently')
    await enqueue(db, 'verify-email', actor.email)
    return { message: accounts.SAID.verificationResent }
  })

  serve(http, accounts.verifyEmail, async ({ body: { token }, req }) => {
    await limits.take('linkUsesOfAddress', req.ip)
    await inTransaction(db, async db => {
      const userId = await useMailLink(db, { purpose: 'verify-email', token, now: now() })
      if (!userId) throw refuse('link-not-valid')
      await setEmailVerified(db, userId)
    })
    return { message: accounts.SAID.emailVerified }
  })

  serve(http, accounts.sendPasswordResetMail, async ({ body: { email }, req }) => {
    await limits.take('resetMailsOfAddress', req.ip)
    // Past the limit the reply stays the same; the mailbox of somebody else is not to be flooded.
    if (await limits.tryTake('resetMailsToAccount', email)) await enqueue(db, 'reset-password', email)
    return { message: accounts.SAID.resetMailSent(email) }
  })

  serve(http, accounts.resetPassword, async ({ body: { token, newPassword }, req }) => {
    await limits.take('linkUsesOfAddress', req.ip)
    const link = { purpose: 'reset-password', token, now: now() } as const
    // A link that is dead costs no hash; a password that is refused does not use the link up.
    if (!(await findMailLink(db, link))) throw refuse('link-not-valid')
    await requireGoodPassword(newPassword, config.accounts, 'newPassword')
    const passwordHash = await hashPassword(newPassword)
    const email = await inTransaction(db, async db => {
      const userId = await useMailLink(db, link)
      if (!userId) throw refuse('link-not-valid')
      const email = await replacePassword(db, userId, passwordHash)
      await enqueue(db, 'password-changed', email)
      return email
    })
    await limits.clear(email, 'signInToAccount', 'failuresOfAccount')
    return { message: accounts.SAID.passwordReset }
  })
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1)
