import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { MailKind } from './mail-kinds.ts'

/** Deletes the mails of a kind that wait for one of the addresses. */
export async function deleteMails(db: Database, kind: MailKind, recipients: string[]): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where('recipient', '=', sql<string>`any (${recipients})`)
    .where('kind', '=', kind)
    .execute()
}

/** Deletes the mails that wait for a user or are about them, except those of a kind, and the caught ones that name them. */
export async function deleteMailsOfUser(
  db: Database,
  { id, email }: { id: string; email: string },
  exceptKind: MailKind,
): Promise<void> {
  await db
    .deleteFrom('outbox')
    .where(mail => mail.or([mail('recipient', '=', email), mail('aboutUserId', '=', id)]))
    .where('kind', '!=', exceptKind)
    .execute()
  // Emails to admins about changes of role name the person.
  await db
    .deleteFrom('caughtMails')
    .where(sql<boolean>`"to" = ${email} or position(${email} in text) > 0`)
    .execute()
}

/** Deletes the caught mails to the addresses. */
export async function deleteCaughtMails(db: Database, recipients: string[]): Promise<void> {
  await db.deleteFrom('caughtMails').where('to', '=', sql<string>`any (${recipients})`).execute()
}
