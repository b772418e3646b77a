import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import { sql } from 'kysely'
import { type Database, inTransaction, type Transaction } from '../../platform/database/connection.ts'
import { enqueueMails, enqueueNotices, hashOf, releasePostponedMails } from '../../platform/mail/outbox.ts'
import type { CountedMail } from '../../platform/mail/send-mail.job.ts'

/**
 * How many emails one person causes to others in an hour. Who offers, posts and records by hand stays far below; a script
 * that does so in a loop fills no mailbox, and does not use up the daily quota of a mail provider.
 */
export const CAUSED_MAILS_PER_HOUR = 30

/** The email that tells of several changes together. */
export const SUMMARY_MAIL = 'changes-summed-up'

/**
 * How many emails a day go to accounts whose address nobody has verified, so that whoever invents accounts does not use up
 * the daily quota of a mail provider, which alerts need. Three times as many as 600 newcomers of orientation week need.
 */
export const UNVERIFIED_MAILS_PER_DAY = 2_000

/** Of what is left, a network where nobody has verified an account gets at most so much. */
const SHARE_OF_NETWORK = 1 / 10

/** The email to the admins when half of them are sent. */
export const UNVERIFIED_MAILS_WARNING = 'many-unverified-mails'

/** A place that begins so soon is taken at once: calls made together, and servers, differ in what time they read. */
const CLOCK_DIFFERENCE_MS = 1_000

/**
 * Creates the function that counts an email that is about to be sent.
 *
 * Beyond the limit of the account that causes it, the function enqueues one email that sums up, for each recipient, for the
 * next hour of the account that has room. Beyond the limit of emails to accounts that nobody has verified, the email itself
 * waits.
 * @returns whether the email may be sent; or until when it waits
 */
export const createMailBudget =
  (now: () => Date) =>
  async (db: Database, { causer, recipient, networks }: CountedMail): Promise<boolean | Date> => {
    const at = now().getTime()
    if (causer !== null && !(await countCaused(db, { causer, recipient, at }))) return false
    return countUnverified(db, { recipient, networks, at })
  }

const countCaused = (
  db: Database,
  { causer, recipient, at }: { causer: string; recipient: string; at: number },
) =>
  inTransaction(db, async db => {
    const delayMs = (await takePlace(db, causer, at)) - at
    if (delayMs <= CLOCK_DIFFERENCE_MS) return true
    const summary = { recipient, key: `summary ${hashOf(causer, recipient)}` }
    await enqueueNotices(db, SUMMARY_MAIL, [summary], { causedBy: null, delayMs, keepsTime: true })
    return false
  })

/**
 * Counts an email in the first hour of an account that has room. When this hour is full, the next one is counted in the hour
 * after it, and so on. `expire` is the end of the last hour in which emails are counted. Once it has passed, an hour begins
 * with the next email.
 * @returns when that hour begins, in milliseconds
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

/** The count of the site, and the ends of those of its networks. A day begins with its first email. */
const SITE_KEY = 'site:unverifiedMails'
const keyOfNetwork = (network: string) => `${network}:unverifiedMails`

type UnverifiedMail = { recipient: string; networks: string[] | null; at: number }

/** Counts an email if it goes to an account that nobody has verified. What no call caused counts for where it was registered. */
async function countUnverified(
  db: Database,
  { recipient, networks: callers, at }: UnverifiedMail,
): Promise<boolean | Date> {
  const account = await db
    .selectFrom('users')
    .select(['emailVerified', 'registeredNetwork'])
    .where('email', '=', recipient)
    .executeTakeFirst()
  if (!account || account.emailVerified) return true
  const networks = callers ?? [account.registeredNetwork ?? 'unknown']
  return inTransaction(db, async db => {
    const { sent, endsAt } = await lockCountOfSite(db, at)
    const left = UNVERIFIED_MAILS_PER_DAY - sent
    if (left <= 0 || !(await hasShare(db, { networks, left, endsAt }))) return new Date(endsAt)
    await sql`
      insert into attempt_limits as stored (key, points, expire)
      select key, 1, ${endsAt}::bigint from unnest(${[SITE_KEY, ...networks.map(keyOfNetwork)]}::text[]) key
      on conflict (key) do update set
        points = case when stored.expire = excluded.expire then stored.points + 1 else 1 end, expire = excluded.expire`.execute(
      db,
    )
    if (sent + 1 === UNVERIFIED_MAILS_PER_DAY / 2) await warnAdmins(db)
    return true
  })
}

/** The row stays locked until the end of the transaction: all counts change one after another. */
async function lockCountOfSite(db: Transaction, at: number): Promise<{ sent: number; endsAt: number }> {
  const { rows } = await sql<{ points: number; expire: string }>`
    insert into attempt_limits as stored (key, points, expire)
    values (${SITE_KEY}, 0, ${at}::bigint + ${DAY_MS}::bigint)
    on conflict (key) do update set
      points = case when stored.expire <= ${at}::bigint then 0 else stored.points end,
      expire = case when stored.expire <= ${at}::bigint then excluded.expire else stored.expire end
    returning points, expire`.execute(db)
  return { sent: rows[0]?.points ?? 0, endsAt: Number(rows[0]?.expire) }
}

type Share = { networks: string[]; left: number; endsAt: number }

/** Whether the caller's networks have something left of their share: of a /56 twice, of a /48 four times as much. */
async function hasShare(db: Database, { networks, left, endsAt }: Share): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean; sent: number[] }>`
    select exists (select from users where email_verified and registered_network = any (${networks}::text[])) as is_known,
           array(select coalesce(points, 0)
                   from unnest(${networks.map(keyOfNetwork)}::text[]) with ordinality as wanted (network, nth)
                   left join attempt_limits on key = network and expire = ${endsAt}::bigint
                  order by nth) as sent`.execute(db)
  const { isKnown = false, sent = [] } = rows[0] ?? {}
  return isKnown || sent.every((sent, nth) => sent < (left + sent) * SHARE_OF_NETWORK * 2 ** nth)
}

async function warnAdmins(db: Database): Promise<void> {
  const admins = await db
    .selectFrom('users')
    .select('email as recipient')
    .where('role', '=', 'admin')
    .execute()
  await enqueueMails(db, UNVERIFIED_MAILS_WARNING, admins)
}

/** How many emails to accounts that nobody has verified were sent in the current day of their limit. */
export async function countUnverifiedMails(db: Database, now: Date): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select points from attempt_limits where key = ${SITE_KEY} and expire > ${now.getTime()}`.execute(db)
  return rows[0]?.points ?? 0
}

/** Sends what waits of a network where an account was verified: its share no longer ends. */
export async function endShareOfNetwork(db: Transaction, userId: string): Promise<void> {
  const account = await db
    .selectFrom('users')
    .select('registeredNetwork')
    .where('id', '=', userId)
    .executeTakeFirst()
  if (account?.registeredNetwork) await releasePostponedMails(db, account.registeredNetwork)
}
