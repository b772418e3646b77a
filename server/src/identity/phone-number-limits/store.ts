import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** What one reply added to the numbers that an account was sent. */
export type SentReply = { userId: string; sentAt: Date; numbers: readonly number[] }

/** That an account came near a limit, or was refused. */
export type NumberWarning = {
  userId: string
  lastHour: number
  lastDay: number
  wasRefused: boolean
  warnedAt: Date
}

/** From which moment of the database on an account's rows are wanted; `BEGINNING` for all of them, one's own, too. */
export type Asked = { userId: string; since: string }
export const BEGINNING = '-infinity'

type Exchange = { writer: string; sent: SentReply[]; warnings: NumberWarning[]; asked: Asked[] }

type FoundRow = { since: string; userId: string | null; sentAt: Date; numbers: string[] }

/**
 * Writes what this server has sent and reads what the others have, in one statement for all accounts. A row is seen
 * only after its statement has ended, which takes some seconds at most (`platform/database/connection.ts`): what is read next
 * begins 10 seconds before this. Rows of users who are being erased are left out.
 * @returns what was found, and since when the next exchange has to read
 */
export async function exchangeNumbers(
  db: Database,
  { writer, sent, warnings, asked }: Exchange,
): Promise<{ since: string; found: SentReply[] }> {
  const { rows } = await sql<FoundRow>`
    with written as (
      insert into numbers_sent (user_id, sent_at, numbers, written_by)
      select users.id, "sentAt", numbers, ${writer}
      from json_to_recordset(${JSON.stringify(sent)}) as sent ("userId" uuid, "sentAt" timestamptz, numbers bigint[])
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
      from json_to_recordset(${JSON.stringify(asked)}) as asked ("userId" uuid, since timestamptz)
      join numbers_sent row on row.user_id = asked."userId" and row.written_at > asked.since
      where row.written_by <> ${writer} or asked.since = '-infinity'
    ) found on true`.execute(db)
  const found = rows.flatMap(({ userId, sentAt, numbers }) =>
    userId === null ? [] : [{ userId, sentAt, numbers: numbers.map(Number) }],
  )
  return { since: rows[0]?.since ?? BEGINNING, found }
}

/** The last to be shown: more are no list to act on. */
const MAX_WARNINGS = 20

export type NumberWarningRow = NumberWarning & { email: string }

/** Who came near a limit in the last day, the latest first. */
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

/** Removes what counts no longer. */
export async function removeOldNumbers(db: Database): Promise<void> {
  await sql`delete from numbers_sent where written_at < now() - interval '25 hours'`.execute(db)
  await sql`delete from number_warnings where warned_at < now() - interval '25 hours'`.execute(db)
}

/** What is stored about one person: how many numbers they were sent and when, and whether they came near a limit. */
export async function findNumbersSentTo(db: Database, userId: string) {
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
