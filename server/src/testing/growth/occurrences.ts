import { sql } from 'kysely'
import type { Random } from '../../operations/demo/random.ts'

/** The use of a campus in one year. */
export const PER_YEAR = {
  bloodRequests: 300,
  alerts: 5_000,
  signIns: 73_000,
  numbersSent: 36_500,
  auditEntries: 5_000,
  reports: 24,
  otherMails: 5_000,
  deadMails: 150,
  deadPushes: 100,
}
const DAYS_OF_YEAR = 365

export type Period = { random: Random; days: number }

/** How often something happens in the days before a moment; what is rare happens in some of the periods only. */
export const occurrences = (perYear: number, { random, days }: Period) =>
  Math.floor((perYear * days) / DAYS_OF_YEAR + random.share())

/** So many times within the days before now, as `at` and `nth`. */
export const times = (count: number, { days }: Period) => sql`(
  select nth, now() - random() * make_interval(days => ${days}::int) as at from generate_series(1, ${count}::int) nth) times`

/** One of these ids, another for each row. */
export const oneOf = (ids: ReturnType<typeof sql>) =>
  sql`(${ids})[1 + floor(random() * array_length(${ids}, 1))::int]`
export const USERS = sql`(select array_agg(id) as users from users where email_verified) as people`
export const aUser = oneOf(sql`users`)
export const aHash = sql`sha256((random()::text || nth)::bytea)`
