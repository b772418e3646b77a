import type { RefusalCode } from '@blood-bank/contract/errors'
import type { Transaction } from '../../platform/database/connection.ts'
import { enqueueMail, enqueueStrangersMail, type StrangersCause } from '../../platform/mail/outbox.ts'
import {
  type AttemptLimits,
  type Counter,
  type LimitName,
  networkCounters,
} from '../access/attempt-limits.ts'
import { mailboxOf } from '../mailboxes/mailbox.ts'
import type { SessionContext } from '../sessions/session-context.ts'
import type { AccountMailKind } from './mails.ts'

/** The kinds of mail that a person other than the owner of the address can trigger. Security notices are not limited. */
type LimitedMailKind = Extract<AccountMailKind, 'verify-email' | 'account-exists' | 'reset-password'>

/**
 * Who requests a mail: a stranger who entered the address, or the account's owner, signed in or in a browser that has
 * signed in to the account. Until the email is verified, the account may belong to another person than the address.
 */
export type MailRequester = 'stranger' | 'owner' | 'unverified-owner'

type RequestedMail = { kind: LimitedMailKind; to: string } & (
  | { requester: 'owner' }
  | { requester: Exclude<MailRequester, 'owner'>; cause: StrangersCause }
)

/**
 * Counts by network, before anything is written, that somebody causes an email who has not verified an address.
 * @throws Refusal too-many-mails, or the code of the limit
 */
export async function countCause(
  { db, attemptLimits, hashNetworks }: Pick<SessionContext, 'db' | 'attemptLimits' | 'hashNetworks'>,
  { limit, ip, code = 'too-many-mails' }: { limit: LimitName; ip: string; code?: RefusalCode },
): Promise<StrangersCause> {
  await attemptLimits.take(networkCounters(limit, ip), code)
  // Not in the transaction of the email, which locks counters of its recipient: others wait for those in another order.
  const first = await attemptLimits.tryTake(db, networkCounters('firstMailsOfNetwork', ip))
  return { networks: hashNetworks(ip), isFirstOfMinute: first.isAllowed }
}

/**
 * Enqueues a mail and counts it, unless a limit is reached. Mails that strangers trigger do not count against the owner.
 * The counters outlive the account: otherwise an attacker could flood a mailbox by registering and erasing an account in
 * turn. They hold a keyed hash of the address and are removed within a day.
 */
export async function sendLimitedMail(
  attemptLimits: AttemptLimits,
  db: Transaction,
  { kind, to, ...asked }: RequestedMail,
) {
  // Whoever requests it has not proved to own the mailbox, which gets what is sent to any of its addresses.
  const subject = asked.requester === 'owner' ? `${kind} to ${to}` : `${kind} to mailbox ${mailboxOf(to)}`
  const counters: Record<MailRequester, Counter['limit'][]> = {
    stranger: ['mailsPerQuarterHour', 'mailsPerDay'],
    owner: ['ownMailsPerQuarterHour'],
    'unverified-owner': ['ownMailsPerQuarterHour', 'ownMailsPerDay'],
  }
  const count = await attemptLimits.tryTake(
    db,
    counters[asked.requester].map(limit => ({ limit, subject })),
  )
  if (!count.isAllowed) return count
  if (asked.requester === 'owner') await enqueueMail(db, kind, to)
  else await enqueueStrangersMail(db, kind, { recipient: to }, asked.cause)
  return count
}
