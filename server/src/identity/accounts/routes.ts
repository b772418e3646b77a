import * as accounts from '@blood-bank/contract/accounts'
import type { User } from '@blood-bank/contract/users'
import type { FastifyRequest } from 'fastify'
import { formatUsTime } from '../../platform/clock/us-time.ts'
import { type Database, inTransaction } from '../../platform/database/connection.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { addressPrefix } from '../../platform/network/address-prefix.ts'
import { Refusal, refuse } from '../../platform/refuse.ts'
import { countMail, type LimitedMailKind, type MailRequester } from '../account-mails/limits.ts'
import type { Context } from '../endpoints/context.ts'
import { serve } from '../endpoints/serve.ts'
import { requireAcceptablePassword } from '../passwords/password-policy.ts'
import { hashPassword } from '../passwords/passwords.ts'
import { insertAccount } from './store.ts'

/** Registration, and the mails that a client may request. No reply reveals whether an address has an account. */
export function accountRoutes(context: Context): void {
  const { http, db, config, limits, devices, registrations, recordSecurityEvent, now } = context
  const { allowedEmailDomains } = config.accounts

  const countRegistration = (prefix: string) =>
    limits.take('registrationsOfAddress', prefix, 'too-many-registrations').catch((error: unknown) => {
      if (!(error instanceof Refusal) || error.retryAfterSeconds === undefined) throw error
      const { code, retryAfterSeconds } = error
      const time = formatUsTime(new Date(now().getTime() + retryAfterSeconds * 1000), config.timeZone)
      throw refuse(code, { retryAfterSeconds, message: accounts.tooManyRegistrationsMessage(time) })
    })

  serve(http, accounts.registerAccount, async ({ body: { email, password }, req, reply }) => {
    await countRegistration(addressPrefix(req.ip))
    if (allowedEmailDomains.length > 0 && !allowedEmailDomains.includes(domainOf(email)))
      throw refuse('email-domain-not-allowed', {
        fields: { email: `Allowed are addresses at: ${allowedEmailDomains.join(', ')}.` },
      })
    await requireAcceptablePassword(password, config.accounts, 'password')
    const passwordHash = await hashPassword(password)
    const created = await inTransaction(db, async db => {
      const created = await insertAccount(db, { email, passwordHash })
      await sendLimitedMail(db, {
        kind: created ? 'verify-email' : 'account-exists',
        to: email,
        requester: 'stranger',
      })
      return created
    })
    if (created) recordSecurityEvent('registered', { userId: created.id })
    registrations.set(reply, created)
    return { message: accounts.SUCCESS_MESSAGES.registered }
  })

  serve(http, accounts.resendVerificationMail, async ({ actor }) => {
    if (actor.emailVerified) throw refuse('email-already-verified')
    const requested = { kind: 'verify-email', to: actor.email, requester: 'unverified-owner' } as const
    const { isAllowed, retryAfterSeconds } = await inTransaction(db, db => sendLimitedMail(db, requested))
    if (!isAllowed) throw refuse('resent-too-recently', { retryAfterSeconds })
    return { message: accounts.SUCCESS_MESSAGES.verificationResent }
  })

  serve(http, accounts.sendPasswordResetMail, async ({ body: { email }, actor, req }) => {
    const requester = await findRequester(email, { actor, req })
    // The reply is the same past the limit: a refusal would reveal earlier requests for this address.
    await inTransaction(db, db => sendLimitedMail(db, { kind: 'reset-password', to: email, requester }))
    return { message: accounts.SUCCESS_MESSAGES.resetMailSent(email) }
  })

  type RequestedMail = { kind: LimitedMailKind; to: string; requester: MailRequester }

  /** Enqueues a mail unless a limit is reached. */
  const sendLimitedMail = async (db: Database, requested: RequestedMail) => {
    const count = await countMail(limits, db, requested)
    if (count.isAllowed) await enqueueMail(db, requested.kind, requested.to)
    return count
  }

  type Caller = { actor: User | null; req: FastifyRequest }

  const findRequester = async (email: string, { actor, req }: Caller): Promise<MailRequester> => {
    const owner = actor?.email === email ? actor : await devices.find(req, email)
    if (!owner) return 'stranger'
    return owner.emailVerified ? 'owner' : 'unverified-owner'
  }
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1)
