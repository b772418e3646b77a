import { HOUR_MS } from '@blood-bank/contract/durations'
import { sql } from 'kysely'
import { type Database, inTransaction } from '../../platform/database/connection.ts'
import { enqueueNotices, hashOf } from '../../platform/mail/outbox.ts'

/**
 * How many emails one account causes to others in an hour. Who offers, posts and records by hand stays far below; a script
 * that does so in a loop fills no mailbox, and does not use up the daily quota of a mail provider.
 */
export const CAUSED_MAILS_PER_HOUR = 30

/** The email that tells of several changes together. */
export const SUMMARY_MAIL = 'changes-summed-up'

/** A place that begins so soon is taken at once: calls made together, and servers, differ in what time they read. */
const CLOCK_DIFFERENCE_MS = 1_000

/**
 * Creates the function that counts an email that an account causes. Beyond the limit it enqueues one email that sums up, for
 * each recipient, for the next hour of the account that has room.
 * @returns whether the email may be sent now
 */
export const createMailBudget =
  (now: () => Date) =>
  (db: Database, { causer, recipient }: { causer: string; recipient: string }): Promise<boolean> =>
    inTransaction(db, async db => {
      const at = now().getTime()
      const delayMs = (await takePlace(db, causer, at)) - at
      if (delayMs <= CLOCK_DIFFERENCE_MS) return true
      const summary = { recipient, key: `summary ${hashOf(causer, recipient)}` }
      await enqueueNotices(db, SUMMARY_MAIL, [summary], { causedBy: null, delayMs, keepsTime: true })
      return false
    })

/**
 * Takes the next place of an account. The places of an account are consecutive hours, of which each holds as many emails as
 * are allowed. `expire` is the end of the last hour that is in use; when it has passed, the first email begins a new one.
 * @returns when the hour begins that the place is in, in milliseconds
 */
async function takePlace(db: Database, causer: string, at: number): Promise<number> {
  const { rows } = await sql<{ beginsAt: string }>`
    insert into attempt_limits as stored (key, points, expire)
    values (${`${causer}:causedMails`}, 1, ${at}::bigint + ${HOUR_MS}::bigint)
    on conflict (key) do update set
      points = case when stored.expire <= ${at}::bigint then 1 else stored.points + 1 end,
      expire = case when stored.expire <= ${at}::bigint then excluded.expire
                    when stored.points % ${CAUSED_MAILS_PER_HOUR}::int = 0 then stored.expire + ${HOUR_MS}::bigint
                    else stored.expire end
    returning expire - ${HOUR_MS}::bigint as begins_at`.execute(db)
  return Number(rows[0]?.beginsAt)
}
