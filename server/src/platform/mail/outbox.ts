import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** A mail that is due, as the worker takes it up. */
export type DueMail = {
  id: string
  kind: string
  recipient: string
  /** Whom it is about, where that is somebody else or a change of theirs. */
  aboutUserId: string | null
  attempts: number
}

/** After so many failures a mail is dead: it stays for admins to see and is not tried again. */
export const MOST_ATTEMPTS = 10
const LEASE_S = 60
const FIRST_PAUSE_S = 10

/**
 * Puts a mail into the outbox, within the transaction of what caused it. Only its kind and recipient are kept, and whom it is about;
 * the text, and with it any secret link, is made when it is sent.
 */
export async function enqueueMail(
  db: Database,
  kind: string,
  recipient: string,
  { aboutUserId = null }: { aboutUserId?: string | null } = {},
): Promise<void> {
  await db.insertInto('outbox').values({ kind, recipient, aboutUserId, lastError: null }).execute()
}

/**
 * Takes up to `most` due mails for this worker alone. A worker that dies leaves them to the next one when the
 * lease is over.
 */
export async function claimDueMails(db: Database, most: number): Promise<DueMail[]> {
  return db
    .updateTable('outbox')
    .set({
      attempts: sql`attempts + 1`,
      nextAttemptAt: sql`now() + make_interval(secs => ${LEASE_S})`,
    })
    .where('id', 'in', due =>
      due
        .selectFrom('outbox')
        .select('id')
        // The column rounds to milliseconds, so that a mail of this very moment may seem to be of the next one.
        .where('nextAttemptAt', '<=', sql<Date>`now() + interval '1 ms'`)
        // Written out, not passed: only so can every plan use the index of those that are not dead.
        .where('attempts', '<', sql.lit(MOST_ATTEMPTS))
        .orderBy('nextAttemptAt')
        .limit(most)
        .forUpdate()
        .skipLocked(),
    )
    .returning(['id', 'kind', 'recipient', 'aboutUserId', 'attempts'])
    .execute()
}

export async function removeMail(db: Database, id: string): Promise<void> {
  await db.deleteFrom('outbox').where('id', '=', id).execute()
}

/** Notes why a mail failed and when it is tried next: 10 s, 20 s, 40 s … later. */
export async function postponeMail(db: Database, mail: DueMail, reason: string): Promise<void> {
  const pauseS = FIRST_PAUSE_S * 2 ** (mail.attempts - 1)
  await db
    .updateTable('outbox')
    .set({ nextAttemptAt: sql`now() + make_interval(secs => ${pauseS})`, lastError: reason.slice(0, 500) })
    .where('id', '=', mail.id)
    .execute()
}

/** How many mails wait, and how many are dead. */
export async function countMails(db: Database): Promise<{ waiting: number; dead: number }> {
  const most = sql.lit(MOST_ATTEMPTS)
  const { rows } = await sql<{ waiting: number; dead: number }>`
    select (select count(*) from outbox where attempts < ${most})::int as waiting,
           (select count(*) from outbox where attempts >= ${most})::int as dead`.execute(db)
  return rows[0] ?? { waiting: 0, dead: 0 }
}
