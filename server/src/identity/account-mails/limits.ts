import type { Database } from '../../platform/database/connection.ts'
import type { AttemptLimits, Counter } from '../passwords/attempt-limits.ts'
import type { AccountMailKind } from './mails.ts'

/** The mails that somebody else than the owner of the address can cause. Notices about security are not among them. */
export type LimitedMailKind = Extract<AccountMailKind, 'verify-email' | 'account-exists' | 'reset-password'>

/**
 * Who asks for a mail: anybody who typed the address, or its owner, signed in or in a browser that has signed in to the
 * account. As long as the email is not verified the owner of the account may be somebody else than that of the address.
 */
export type MailRequester = 'stranger' | 'owner' | 'unverified-owner'

/**
 * Whether one more mail of a kind may go to a recipient; counts it if so. What strangers cause does not count against the
 * owner. The counters outlive the account: otherwise registering and erasing in turn would flood the mailbox of somebody
 * else. They hold a keyed hash of the address and are removed within a day. Give the transaction that sends the mail.
 */
export async function countMail(
  limits: AttemptLimits,
  db: Database,
  { kind, to, requester }: { kind: LimitedMailKind; to: string; requester: MailRequester },
) {
  const subject = `${kind} to ${to}`
  const counters: Record<MailRequester, Counter['limit'][]> = {
    stranger: ['mailsPerQuarterHour', 'mailsPerDay'],
    owner: ['ownMailsPerQuarterHour'],
    'unverified-owner': ['ownMailsPerQuarterHour', 'ownMailsPerDay'],
  }
  return limits.tryTake(
    db,
    counters[requester].map(limit => ({ limit, subject })),
  )
}
