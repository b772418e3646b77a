import { ANSWER_MONTHS, MIN_ANSWERED_REQUESTS } from '@blood-bank/contract/offers/answer-times'
import { sql } from 'kysely'
import { startOfDate } from '../../platform/clock/local-time.ts'
import type { Database } from '../../platform/database/connection.ts'

/** A day as the site has it: the date and the time zone. */
type Day = { today: string; timeZone: string }

/** The first day of the month that lies some months before the one of a date, as `YYYY-MM-DD`. */
function monthBefore(date: string, months = 1): string {
  const [year = 0, month = 1] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month - 1 - months)).toISOString().slice(0, 10)
}

/**
 * The requests that count, each with the minutes until the first donor offered, whatever became of that (null: nobody has).
 * Hidden ones do not count, because whoever is suspended may have invented them.
 */
const REQUESTS = sql`(
  select id, requested_at, (select extract(epoch from min(offered_at) - requested_at) / 60
                              from offers where blood_request_id = blood_requests.id) as minutes
    from blood_requests
   where not is_hidden and hidden_at is null)`

/** The median of their minutes; null if few of them were answered, so that nobody can be recognized. */
const MEDIAN_MINUTES = sql`
  case when count(minutes) >= ${sql.lit(MIN_ANSWERED_REQUESTS)}
       then greatest(1, round(percentile_cont(0.5) within group (order by minutes)))::int end`

/** Computes how soon the first donor answered the requests that were posted from a time until before another. */
export async function computeMedianMinutes(
  db: Database,
  { start, end }: { start: Date; end: Date },
): Promise<number | null> {
  const { rows } = await sql<{ medianMinutes: number | null }>`
    select ${MEDIAN_MINUTES} as median_minutes
      from ${REQUESTS} requests where requested_at >= ${start} and requested_at < ${end}`.execute(db)
  return rows[0]?.medianMinutes ?? null
}

/**
 * Computes and stores how soon the first donor answered the requests of each month before this one, unless it is stored. Last
 * month is computed again once a day: who posted on its last day is answered later. What an older month has stays, also when
 * its requests are deleted.
 */
export async function computeAnswerTimes(db: Database, { today, timeZone }: Day): Promise<void> {
  const months = Array.from({ length: ANSWER_MONTHS + 1 }, (_, before) => monthBefore(today, before))
  // Not by PostgreSQL, which may not know the name that Node has for the time zone of the machine (Asia/Calcutta).
  const starts = months.map(month => startOfDate(month, timeZone))
  await sql`
    insert into answer_times (month, posted, answered, median_minutes, computed_on)
    select month, count(requests.id), count(minutes), ${MEDIAN_MINUTES}, ${today}::date
      from unnest(${months.slice(1)}::date[], ${starts.slice(1)}::timestamptz[], ${starts.slice(0, -1)}::timestamptz[])
           series (month, starts_at, ends_at)
      left join ${REQUESTS} requests on requested_at >= starts_at and requested_at < ends_at
     where not exists (
       select from answer_times stored
        where stored.month = series.month
          and (stored.computed_on = ${today}::date or stored.month < ${monthBefore(today)}::date))
     group by month
    on conflict (month) do update
      set (posted, answered, median_minutes, computed_on)
        = (excluded.posted, excluded.answered, excluded.median_minutes, excluded.computed_on)`.execute(db)
}

/** The minutes after which the first donor answered last month, for half of the answered requests; null if they were few. */
export async function findUsualAnswerMinutes(db: Database, today: string): Promise<number | null> {
  const found = await db
    .selectFrom('answerTimes')
    .select('medianMinutes')
    .where('month', '=', monthBefore(today))
    .executeTakeFirst()
  return found?.medianMinutes ?? null
}

/** The last months in which requests were posted, the latest first. */
export const listAnswerTimes = (db: Database) =>
  db
    .selectFrom('answerTimes')
    .select([sql<string>`to_char(month, 'YYYY-MM')`.as('month'), 'posted', 'answered', 'medianMinutes'])
    .where('posted', '>', 0)
    .orderBy('answerTimes.month', 'desc')
    .limit(ANSWER_MONTHS)
    .execute()
