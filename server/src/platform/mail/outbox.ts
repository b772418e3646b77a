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

/** Whom a mail goes to, and the user and the row that it is about. Of waiting mails with one `key`, only the last is sent. */
export type Addressing = {
  recipient: string
  aboutUserId: string | null
  aboutId: string | null
  key?: string
}

/**
 * Puts one mail of a kind for each recipient into the outbox, in one call: the trigger of the view `outbox`, which stores
 * the same jobs, takes as long for each row as this for many.
 */
export async function enqueueMails(
  db: Database,
  kind: string,
  mails: Addressing[],
  { delayMs = 0 }: { delayMs?: number } = {},
): Promise<void> {
  if (mails.length === 0) return
  const recipients = mails.map(({ recipient }) => recipient)
  const users = mails.map(({ aboutUserId }) => aboutUserId)
  const ids = mails.map(({ aboutId }) => aboutId)
  const keys = mails.map(({ key = null }) => key)
  // The mails of one transaction are sent in their order, and after those that it has enqueued before.
  await sql`
    select from graphile_worker.add_jobs(array(
      select (${SEND_MAIL}::text,
              json_build_object('kind', ${kind}::text, 'recipient', recipient, 'aboutUserId', about_user_id, 'aboutId', about_id),
              'mail-' || (hashtext(recipient) & 15),
              clock_timestamp() + ${delayMs}::float8 * interval '1 millisecond' + nth * interval '1 microsecond',
              ${MAX_ATTEMPTS}::int, key, null, null)::graphile_worker.job_spec
        from unnest(${recipients}::text[], ${users}::uuid[], ${ids}::uuid[], ${keys}::text[])
             with ordinality as mail (recipient, about_user_id, about_id, key, nth)
       order by nth))`.execute(db)
}

/**
 * Cancels mails that are not sent yet. One that is being sent is not cancelled, and not tried again if it fails.
 * @returns the keys of those that were cancelled
 */
export async function cancelMails(db: Database, keys: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select wanted.key
      from unnest(${keys}::text[]) wanted (key) cross join lateral graphile_worker.remove_job(wanted.key) removed
     where removed.id is not null and removed.locked_at is null`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** How many mails wait, and how many are dead. */
export async function countMails(db: Database): Promise<{ waiting: number; dead: number }> {
  const { rows } = await sql<{ waiting: number; dead: number }>`
    select count(*) filter (where attempts < ${MAX_ATTEMPTS})::int as waiting,
           count(*) filter (where attempts >= ${MAX_ATTEMPTS})::int as dead from outbox`.execute(db)
  return rows[0] ?? { waiting: 0, dead: 0 }
}
