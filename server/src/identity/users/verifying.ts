import type { Config } from '../../config.ts'
import type { Transaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import type { AccountHooks } from '../access/account-hooks.ts'
import { lockAccountsOfPerson, setEmailVerified, stopPosting } from './store.ts'
import { findSuspension, suspendAccount } from './suspensions.ts'

/** Where only members of an organization have addresses, a second account of a mailbox needs an admin. */
export const hasOneAccountPerMailbox = ({ allowedEmailDomains }: Config['accounts']): boolean =>
  allowedEmailDomains.length > 0

export type VerifyingHooks = Pick<AccountHooks, 'afterVerifying' | 'hideRecords'>

/**
 * Marks the address of an account as verified, for somebody who has proved to own its mailbox. What an admin or reports have
 * stopped for other accounts of the mailbox is stopped for this one. The transaction has locked the mailbox (`lockMailbox`)
 * before anything else, so that of two accounts that are verified at once the second sees the first.
 * @throws Refusal mailbox-has-account
 */
export async function verifyAccount(
  db: Transaction,
  userId: string,
  { accounts, hooks }: { accounts: Config['accounts']; hooks: VerifyingHooks },
): Promise<void> {
  const verified = await setEmailVerified(db, userId)
  if (!verified) return
  const others = (await lockAccountsOfPerson(db, userId)).filter(({ id }) => id !== userId)
  if (others.length > 0 && hasOneAccountPerMailbox(accounts) && !verified.mayShareMailbox)
    throw refuse('mailbox-has-account')
  const suspended = others.find(({ suspendedAt }) => suspendedAt !== null)
  const suspension = suspended && (await findSuspension(db, suspended.id))
  if (suspension && !verified.suspendedAt) {
    const change = { actorId: userId, hideRecords: hooks.hideRecords }
    await suspendAccount(db, { ...suspension, userId }, change)
  }
  const stoppedAt = others.find(({ postingStoppedAt }) => postingStoppedAt !== null)?.postingStoppedAt
  if (stoppedAt) await stopPosting(db, userId, stoppedAt)
  await hooks.afterVerifying(db, userId)
}
