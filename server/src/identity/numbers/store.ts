import { RETENTION } from '@blood-bank/contract/own-account/retention'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** The phone numbers that one reply added to those sent to an account, as keyed hashes. */
export type SentReply = { userId: string; sentAt: Date; numbers: readonly number[] }

/** Records that an account came near a limit or was refused. */
export type NumberWarning = {
  userId: string
  lastHour: number
  lastDay: number
  wasRefused: boolean
  warnedAt: Date
}

/**
 * An account, and the database time from which its rows are read. `MINUS_INFINITY` reads all of its rows, including
 * those that this server wrote.
 */
export type AccountToRead = { userId: string; since: string }
export const MINUS_INFINITY = '-infinity'

type Synchronization = {
  writer: string
  replies: SentReply[]
  warnings: NumberWarning[]
  accountsToRead: AccountToRead[]
}

type FoundRow = { since: string; userId: string | null; sentAt: Date; numbers: string[] }

/**
 * Writes the replies of this server and reads those of the other servers, in one statement for all accounts. A row
 * becomes visible only when its statement commits, up to a few seconds later (`platform/database/connection.ts`), so the
 * next read starts 10 seconds before this one. Rows of users who are being erased are not written.
 * @returns the rows of other servers, and the time from which the next synchronization must read
 */
export async function synchronizeNumbers(
  db: Database,
  { writer, replies, warnings, accountsToRead }: Synchronization,
): Promise<{ since: string; found: SentReply[] }> {
  const { rows } = await sql<FoundRow>`
    with written as (
      insert into numbers_sent (user_id, sent_at, numbers, written_by)
      select users.id, "sentAt", numbers, ${writer}
      from json_to_recordset(${JSON.stringify(replies)}) as sent ("userId" uuid, "sentAt" timestamptz, numbers bigint[])
      join users on users.id = "userId"
      for key share of users
    ), warned as (
      insert into number_warnings (user_id, last_hour, last_day, was_refused, warned_at)
      select users.id, "lastHour", "lastDay", "wasRefused", "warnedAt"
      from json_to_recordset(${JSON.stringify(warnings)}) as warning (
        "userId" uuid, "lastHour" int, "lastDay" int, "wasRefused" boolean, "warnedAt" timestamptz)
      join users on users.id = "userId"
      order by users.id
      for key share of users
      on conflict (user_id) do update set
        last_hour = excluded.last_hour, last_day = excluded.last_day,
        was_refused = excluded.was_refused, warned_at = excluded.warned_at
    )
    select moment.since, found.user_id as "userId", found.sent_at as "sentAt", found.numbers
    from (select (now() - interval '10 seconds')::text as since) moment
    left join (
      select row.user_id, row.sent_at, row.numbers
      from json_to_recordset(${JSON.stringify(accountsToRead)}) as account ("userId" uuid, since timestamptz)
      join numbers_sent row on row.user_id = account."userId" and row.written_at > account.since
      where row.written_by <> ${writer} or account.since = '-infinity'
    ) found on true`.execute(db)
  const found = rows.flatMap(({ userId, sentAt, numbers }) =>
    userId === null ? [] : [{ userId, sentAt, numbers: numbers.map(Number) }],
  )
  return { since: rows[0]?.since ?? MINUS_INFINITY, found }
}

/** An admin cannot act on a longer list. */
const MAX_WARNINGS = 20

export type NumberWarningRow = NumberWarning & { email: string }

/** Lists the warnings of the last day, newest first. */
export async function listNumberWarnings(db: Database, now: Date): Promise<NumberWarningRow[]> {
  const dayAgo = new Date(now.getTime() - 86_400_000)
  return db
    .selectFrom('numberWarnings')
    .innerJoin('users', 'users.id', 'userId')
    .select(['userId', 'email', 'lastHour', 'lastDay', 'wasRefused', 'warnedAt'])
    .where('warnedAt', '>', dayAgo)
    .orderBy('warnedAt', 'desc')
    .limit(MAX_WARNINGS)
    .execute()
}

/** Deletes rows that are older than the longest window. */
export async function removeOldNumbers(db: Database): Promise<void> {
  const lifetime = sql`make_interval(hours => ${RETENTION.numbersSeenHours}::int)`
  await sql`delete from numbers_sent where written_at < now() - ${lifetime}`.execute(db)
  await sql`delete from number_warnings where warned_at < now() - ${lifetime}`.execute(db)
}

/** Gets how many numbers a user was sent and when, and the warning about them, for the account export. */
export async function getNumbersSentTo(db: Database, userId: string) {
  const sent = await db
    .selectFrom('numbersSent')
    .select(['sentAt', sql<number>`cardinality(numbers)`.as('count')])
    .where('userId', '=', userId)
    .orderBy('sentAt')
    .execute()
  const warning = await db
    .selectFrom('numberWarnings')
    .select(['lastHour', 'lastDay', 'wasRefused', 'warnedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
  return { sent, warning: warning ?? null }
}
