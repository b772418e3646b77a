import { CONSENT } from '@blood-bank/contract/own-account/consent'
import { tooManyRegistrationsMessage } from '@blood-bank/contract/passwords/accounts'
import { formatUsTime } from '../../platform/clock/local-time.ts'
import type { Transaction } from '../../platform/database/connection.ts'
import { Refusal, refuse } from '../../platform/http/refuse.ts'
import type { StrangersCause } from '../../platform/mail/outbox.ts'
import { countCause, sendLimitedMail } from '../passwords/link-limits.ts'
import type { SessionContext } from '../sessions/session-context.ts'

/** The steps that registering and correcting an address have in common. */
export function createRegistration(context: SessionContext) {
  const { config, attemptLimits, now } = context
  const { allowedEmailDomains } = config.accounts

  const countRegistration = (ip: string) =>
    countCause(context, { limit: 'registrationsOfAddress', ip, code: 'too-many-registrations' }).catch(
      (error: unknown) => {
        if (!(error instanceof Refusal) || error.retryAfterSeconds === undefined) throw error
        const { code, retryAfterSeconds, pauseMs = 0 } = error
        const time = formatUsTime(new Date(now().getTime() + retryAfterSeconds * 1000), config.timeZone)
        throw refuse(code, { retryAfterSeconds, pauseMs, message: tooManyRegistrationsMessage(time) })
      },
    )

  return {
    /** Counts a registration from a network address, and checks the domain of the email. @throws Refusal */
    async admit({ email, ip }: { email: string; ip: string }): Promise<StrangersCause> {
      const cause = await countRegistration(ip)
      if (allowedEmailDomains.length > 0 && !allowedEmailDomains.includes(domainOf(email)))
        throw refuse('email-domain-not-allowed', {
          fields: { email: `Allowed are addresses at: ${allowedEmailDomains.join(', ')}.` },
        })
      return cause
    },

    /**
     * Stores an account and enqueues its verification mail. If the address has an account, enqueues a mail that says so
     * instead, and returns null.
     */
    async store(db: Transaction, account: NewAccount, cause: StrangersCause): Promise<{ id: string } | null> {
      const created = await insertAccount(db, account)
      await sendLimitedMail(attemptLimits, db, {
        kind: created ? 'verify-email' : 'account-exists',
        to: account.email,
        requester: 'stranger',
        cause,
      })
      return created
    },
  }
}

const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1)

/** @param registeredNetwork a keyed hash of the network, or null if it is not known */
export type NewAccount = { email: string; passwordHash: string; registeredNetwork: string | null }

/**
 * Creates an account, or returns null when the address already has one. Registering means consent to the text beside
 * the button; the server decides which version that is, not the page. It inserts three rows.
 */
export async function insertAccount(
  db: Transaction,
  { email, passwordHash, registeredNetwork }: NewAccount,
): Promise<{ id: string } | null> {
  const user = await db
    .insertInto('users')
    .values({ email, registeredNetwork })
    .onConflict(conflict => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!user) return null
  await db.insertInto('credentials').values({ userId: user.id, password: passwordHash }).execute()
  await db.insertInto('consents').values({ userId: user.id, version: CONSENT.version }).execute()
  return user
}
