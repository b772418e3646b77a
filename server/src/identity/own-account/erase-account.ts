import type { User } from '@blood-bank/contract/users/endpoints'
import { sql } from 'kysely'
import { blankReveals } from '../../features/offers/contact-ledger/store.ts'
import type { Database } from '../../platform/database/connection.ts'

/** Called in the transaction that erases an account, before anything is deleted. */
export type BeforeErasing = (db: Database, userId: string) => Promise<void>

/**
 * The mail to an imported donor (`features/donors/imported`): whoever registered the address and did not verify it must not
 * keep it from the owner. It is deleted with what the list says.
 */
const CLAIM_MAIL = 'claim-profile'

type Account = Pick<User, 'id' | 'email'>

/**
 * Deletes a user. Foreign keys delete the rows that reference the user; rows that only hold the address are deleted
 * here, and the contact ledger is blanked. Audit entries stay: their ids no longer refer to a user. Pass a transaction,
 * settle the user's offers in it before, and delete the attempts.
 * @returns false when a concurrent call erased the account first
 * @throws an error that `isLastAdminError` recognizes, when no admin would be left
 */
export async function eraseAccount(db: Database, { id, email }: Account): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('users').where('id', '=', id).executeTakeFirst()
  await blankReveals(db, id)
  await db
    .deleteFrom('outbox')
    .where(mail => mail.or([mail('recipient', '=', email), mail('aboutUserId', '=', id)]))
    .where('kind', '!=', CLAIM_MAIL)
    .execute()
  // Emails to admins about changes of role name the person.
  await db
    .deleteFrom('caughtMails')
    .where(sql<boolean>`"to" = ${email} or position(${email} in text) > 0`)
    .execute()
  return numDeletedRows > 0n
}
