import { DAY_MS } from '@blood-bank/contract/durations'
import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { sql } from 'kysely'
import { finiteOrNull } from '../../config/limits.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { NumberWarning } from './tables.ts'

/** Lists what an account was sent since a time: the phone numbers that each reply added, as keyed hashes. */
export const listNumbersSent = (db: Database, userId: string, since = new Date(0)) =>
  db
    .selectFrom('numbersSent')
    .select(['sentAt', 'numbers'])
    .where('userId', '=', userId)
    .where('sentAt', '>', since)
    .execute()

/** Gives an account what an erased one was sent. */
export async function restoreNumbersSent(
  db: Database,
  userId: string,
  replies: { sentAt: string; numbers: number[] }[],
): Promise<void> {
  const rows = replies.map(({ sentAt, numbers }) => ({
    userId,
    network: null,
    sentAt: new Date(sentAt),
    numbers: numbers.map(String),
  }))
  if (rows.length > 0) await db.insertInto('numbersSent').values(rows).execute()
}

/** Counts what a person's accounts, or those of a network, are sent. Infinite limits do not hold. */
export type Counter = { hour: number; day: number } & (
  | { user: { id: string; lock: number }; network?: never }
  | { network: number; user?: never }
)

/** Null if the first counter had all of it; the places and the time of what does not fit, and what the first counter has. */
type Count = { withheld: number[]; fitsAt: Date | null; lastHour: number; lastDay: number } | null

/** Counts the hashes of a reply in all of the counters, as many as fit, and commits at once (`count_numbers`). */
export async function countNumbers(
  db: Database,
  counters: Counter[],
  { hashes, now }: { hashes: readonly (number | null)[]; now: Date },
): Promise<Count> {
  const { rows } = await sql<NonNullable<Count>>`
    select * from count_numbers(
      ${counters.map(({ user }) => user?.id ?? null)}, ${counters.map(({ network }) => network ?? null)},
      ${counters.map(({ user, network }) => user?.lock ?? network)},
      ${counters.map(({ hour }) => finiteOrNull(hour))}, ${counters.map(({ day }) => finiteOrNull(day))},
      ${[...hashes]}, ${now})`.execute(db)
  return rows[0] ?? null
}

/**
 * Stores a warning about a user, unless the user is being erased or has one of the last hour that says the same.
 * @returns whether it was stored
 */
export async function saveWarning(db: Database, warning: NumberWarning): Promise<boolean> {
  const { userId, lastHour, lastDay, wasRefused, warnedAt } = warning
  const { numAffectedRows } = await sql`
    insert into number_warnings as earlier (user_id, last_hour, last_day, was_refused, warned_at)
    select id, ${lastHour}, ${lastDay}, ${wasRefused}, ${warnedAt} from users where id = ${userId} for key share
    on conflict (user_id) do update set
      last_hour = excluded.last_hour, last_day = excluded.last_day,
      was_refused = excluded.was_refused, warned_at = excluded.warned_at
      where earlier.warned_at <= excluded.warned_at - interval '1 hour'
         or excluded.was_refused and not earlier.was_refused`.execute(db)
  return numAffectedRows === 1n
}

/** Finds the warning about a user. */
export const findNumberWarning = (db: Database, userId: string) =>
  db.selectFrom('numberWarnings').selectAll().where('userId', '=', userId).executeTakeFirst()

/** An admin cannot act on a longer list. */
const MAX_WARNINGS = 20

/** Lists the warnings of the last day, newest first. */
export const listNumberWarnings = (db: Database, now: Date): Promise<(NumberWarning & { email: string })[]> =>
  db
    .selectFrom('numberWarnings')
    .innerJoin('users', 'users.id', 'userId')
    .selectAll('numberWarnings')
    .select('email')
    .where('warnedAt', '>', new Date(now.getTime() - DAY_MS))
    .orderBy('warnedAt', 'desc')
    .limit(MAX_WARNINGS)
    .execute()

/** Deletes rows that are older than the longest window. */
export async function removeOldNumbers(db: Database): Promise<void> {
  const lifetime = sql`make_interval(hours => ${RETENTION.numbersSeenHours}::int)`
  await sql`delete from numbers_sent where sent_at < now() - ${lifetime}`.execute(db)
  await sql`delete from number_warnings where warned_at < now() - ${lifetime}`.execute(db)
}
