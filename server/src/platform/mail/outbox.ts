import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** The job that sends one email (`send-mail.job.ts`). */
export const SEND_MAIL = 'send-mail'

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

/**
 * Puts one mail of a kind for each recipient into the outbox, in one call: the trigger of the view `outbox`, which stores
 * the same jobs, takes as long for each row as this for many.
 */
export async function enqueueMails(db: Database, kind: string, mails: Addressing[]): Promise<void> {
  if (mails.length === 0) return
  const recipients = mails.map(({ recipient }) => recipient)
  const users = mails.map(({ aboutUserId }) => aboutUserId)
  const ids = mails.map(({ aboutId }) => aboutId)
  // The mails of one transaction are sent in their order, and after those that it has enqueued before.
  await sql`
    select from graphile_worker.add_jobs(array(
      select (${SEND_MAIL}::text,
              json_build_object('kind', ${kind}::text, 'recipient', recipient, 'aboutUserId', about_user_id, 'aboutId', about_id),
              'mail-' || (hashtext(recipient) & 15), clock_timestamp() + nth * interval '1 microsecond',
              ${MAX_ATTEMPTS}::int, null, null, null)::graphile_worker.job_spec
        from unnest(${recipients}::text[], ${users}::uuid[], ${ids}::uuid[])
             with ordinality as mail (recipient, about_user_id, about_id, nth)
       order by nth))`.execute(db)
}

/** How many mails wait, and how many are dead. */
export async function countMails(db: Database): Promise<{ waiting: number; dead: number }> {
  const { rows } = await sql<{ waiting: number; dead: number }>`
    select count(*) filter (where attempts < ${MAX_ATTEMPTS})::int as waiting,
           count(*) filter (where attempts >= ${MAX_ATTEMPTS})::int as dead from outbox`.execute(db)
  return rows[0] ?? { waiting: 0, dead: 0 }
}
