import type { Transaction } from '../../platform/database/connection.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import type { AttemptLimits, Counter } from '../access/attempt-limits.ts'
import type { AccountMailKind } from './mails.ts'

/** The kinds of mail that a person other than the owner of the address can trigger. Security notices are not limited. */
type LimitedMailKind = Extract<AccountMailKind, 'verify-email' | 'account-exists' | 'reset-password'>

/**
 * Who requests a mail: a stranger who entered the address, or the account's owner, signed in or in a browser that has
 * signed in to the account. Until the email is verified, the account may belong to another person than the address.
 */
export type MailRequester = 'stranger' | 'owner' | 'unverified-owner'

type RequestedMail = { kind: LimitedMailKind; to: string; requester: MailRequester }

/**
 * Enqueues a mail and counts it, unless a limit is reached. Mails that strangers trigger do not count against the owner.
 * The counters outlive the account: otherwise an attacker could flood a mailbox by registering and erasing an account in
 * turn. They hold a keyed hash of the address and are removed within a day.
 */
export async function sendLimitedMail(
  attemptLimits: AttemptLimits,
  db: Transaction,
  { kind, to, requester }: RequestedMail,
) {
  const subject = `${kind} to ${to}`
  const counters: Record<MailRequester, Counter['limit'][]> = {
    stranger: ['mailsPerQuarterHour', 'mailsPerDay'],
    owner: ['ownMailsPerQuarterHour'],
    'unverified-owner': ['ownMailsPerQuarterHour', 'ownMailsPerDay'],
  }
  const count = await attemptLimits.tryTake(
    db,
    counters[requester].map(limit => ({ limit, subject })),
  )
  if (count.isAllowed) await enqueueMail(db, kind, to)
  return count
}
