import type { User } from '@blood-bank/contract/users/endpoints'
import type { Transaction } from '../../platform/database/connection.ts'
import { deleteMailsOfUser } from '../../platform/mail/delete-mails.ts'
import type { AccountHooks } from '../access/account-hooks.ts'

/** What features do in the transaction that erases an account. */
export type ErasureHooks = Pick<AccountHooks, 'beforeErasing' | 'afterErasing'>

/**
 * The kind of the mail that asks an imported donor to claim their profile (`features/kept-donors/claims`). Whoever registered
 * the address and did not verify it must not keep it from the owner: it is deleted with what the list says.
 */
export const CLAIM_MAIL = 'claim-profile'

type Account = Pick<User, 'id' | 'email'>

/**
 * Deletes a user. Foreign keys delete the rows that reference the user; rows that only hold the address are deleted
 * here. Audit entries stay: their ids no longer refer to a user. Delete the attempts in the same transaction.
 * @returns false when a concurrent call erased the account first
 * @throws an error that `isLastAdminError` recognizes, when no admin would be left
 */
export async function eraseAccount(
  db: Transaction,
  { id, email }: Account,
  { beforeErasing, afterErasing }: ErasureHooks,
): Promise<boolean> {
  await beforeErasing(db, id)
  const { numDeletedRows } = await db.deleteFrom('users').where('id', '=', id).executeTakeFirst()
  await afterErasing(db, id)
  await deleteMailsOfUser(db, { id, email }, CLAIM_MAIL)
  return numDeletedRows > 0n
}
