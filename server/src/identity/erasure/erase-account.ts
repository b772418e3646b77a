import type { User } from '@blood-bank/contract/users'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

type Person = Pick<User, 'id' | 'email'>

/**
 * Deletes a person: what refers to the user goes with the row (foreign keys), what knows only the address is deleted by
 * it. Audit entries stay: they hold ids that then lead to nobody. Give a transaction, and forget the attempts in it.
 * @returns false when somebody else did it first
 * @throws an error that `isLastAdminError` knows, when no admin would be left
 */
export async function eraseAccount(db: Database, { id, email }: Person): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('users').where('id', '=', id).executeTakeFirst()
  await db
    .deleteFrom('outbox')
    .where(mail => mail.or([mail('recipient', '=', email), mail('aboutUserId', '=', id)]))
    .execute()
  // Admins were told of changes of role by mails that name the person.
  await db
    .deleteFrom('caughtMails')
    .where(sql<boolean>`"to" = ${email} or position(${email} in text) > 0`)
    .execute()
  return numDeletedRows > 0n
}
