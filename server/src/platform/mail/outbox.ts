import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** After this many failed attempts a mail is dead: admins see that it exists, and it is not sent again. */
export const MAX_ATTEMPTS = 10

/**
 * Adds a mail to the outbox, in the transaction of its cause: it becomes a job. Only its kind, its recipient and the user
 * that it is about are stored. The text, with any secret link, is composed when it is sent.
 */
export async function enqueueMail(
  db: Database,
  kind: string,
  recipient: string,
  { aboutUserId = null }: { aboutUserId?: string | null } = {},
): Promise<void> {
  await db.insertInto('outbox').values({ kind, recipient, aboutUserId, lastError: null }).execute()
}

/** Counts the waiting and the dead mails. */
export async function countMails(db: Database): Promise<{ waiting: number; dead: number }> {
  const { rows } = await sql<{ waiting: number; dead: number }>`
    select count(*) filter (where attempts < ${MAX_ATTEMPTS})::int as waiting,
           count(*) filter (where attempts >= ${MAX_ATTEMPTS})::int as dead from outbox`.execute(db)
  return rows[0] ?? { waiting: 0, dead: 0 }
}
