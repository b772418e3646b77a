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

/** Stores replies, except to users who are being erased. */
export async function insertReplies(db: Database, replies: SentReply[]): Promise<void> {
  if (replies.length === 0) return
  await sql`
    insert into numbers_sent (user_id, sent_at, numbers)
    select users.id, "sentAt", numbers
      from json_to_recordset(${JSON.stringify(replies)}) as sent ("userId" uuid, "sentAt" timestamptz, numbers bigint[])
      join users on users.id = "userId"
       for key share of users`.execute(db)
}

/** Lists the replies to an account that are stored, oldest first. */
export const listRepliesTo = (db: Database, userId: string) =>
  db
    .selectFrom('numbersSent')
    .select(['sentAt', 'numbers'])
    .where('userId', '=', userId)
    .orderBy('sentAt')
    .execute()

/** Stores the latest warning about a user, unless the user is being erased. */
export async function saveWarning(db: Database, warning: NumberWarning): Promise<void> {
  const { userId, lastHour, lastDay, wasRefused, warnedAt } = warning
  await sql`
    insert into number_warnings (user_id, last_hour, last_day, was_refused, warned_at)
    select id, ${lastHour}, ${lastDay}, ${wasRefused}, ${warnedAt} from users where id = ${userId} for key share
    on conflict (user_id) do update set
      last_hour = excluded.last_hour, last_day = excluded.last_day,
      was_refused = excluded.was_refused, warned_at = excluded.warned_at`.execute(db)
}

/** An admin cannot act on a longer list. */
const MAX_WARNINGS = 20

/** Lists the warnings of the last day, newest first. */
export const listNumberWarnings = (db: Database, now: Date): Promise<(NumberWarning & { email: string })[]> =>
  db
    .selectFrom('numberWarnings')
    .innerJoin('users', 'users.id', 'userId')
    .select(['userId', 'email', 'lastHour', 'lastDay', 'wasRefused', 'warnedAt'])
    .where('warnedAt', '>', new Date(now.getTime() - 86_400_000))
    .orderBy('warnedAt', 'desc')
    .limit(MAX_WARNINGS)
    .execute()

/** Deletes rows that are older than the longest window. */
export async function removeOldNumbers(db: Database): Promise<void> {
  const lifetime = sql`make_interval(hours => ${RETENTION.numbersSeenHours}::int)`
  await sql`delete from numbers_sent where sent_at < now() - ${lifetime}`.execute(db)
  await sql`delete from number_warnings where warned_at < now() - ${lifetime}`.execute(db)
}

/** Finds the warning about a user. */
export const findNumberWarning = (db: Database, userId: string) =>
  db
    .selectFrom('numberWarnings')
    .select(['lastHour', 'lastDay', 'wasRefused', 'warnedAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()
