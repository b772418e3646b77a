import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** After so many failures a mail is dead: it stays for admins to see and is not tried again. */
export const MAX_ATTEMPTS = 10

/**
 * Puts a mail into the outbox, within the transaction of what caused it: it becomes a job. Only its kind and recipient
 * are kept, and whom it is about; the text, and with it any secret link, is made when it is sent.
 */
export async function enqueueMail(
  db: Database,
  kind: string,
  recipient: string,
  { aboutUserId = null }: { aboutUserId?: string | null } = {},
): Promise<void> {
  await enqueueMails(db, kind, [{ recipient, aboutUserId, aboutId: null }])
}

/** Whom a mail goes to, and the user and the row that it is about. */
export type Addressing = { recipient: string; aboutUserId: string | null; aboutId: string | null }

/** Puts one mail of a kind for each recipient into the outbox. */
export async function enqueueMails(db: Database, kind: string, mails: Addressing[]): Promise<void> {
  if (mails.length === 0) return
  await db
    .insertInto('outbox')
    .values(mails.map(mail => ({ kind, ...mail, lastError: null })))
    .execute()
}

/** How many mails wait, and how many are dead. */
export async function countMails(db: Database): Promise<{ waiting: number; dead: number }> {
  const { rows } = await sql<{ waiting: number; dead: number }>`
    select count(*) filter (where attempts < ${MAX_ATTEMPTS})::int as waiting,
           count(*) filter (where attempts >= ${MAX_ATTEMPTS})::int as dead from outbox`.execute(db)
  return rows[0] ?? { waiting: 0, dead: 0 }
}
