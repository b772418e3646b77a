import { ANSWER_MONTHS, MIN_ANSWERED_REQUESTS } from '@blood-bank/contract/offers/answer-times'
import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** A day as the site has it: the date and the time zone. */
type Day = { today: string; timeZone: string }

const firstOfMonth = (today: string) => sql<string>`date_trunc('month', ${today}::timestamp)`

const monthBefore = (today: string): RawBuilder<string> =>
  sql`(${firstOfMonth(today)} - interval '1 month')::date`

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
  await sql`
    insert into answer_times (month, posted, answered, median_minutes, computed_on)
    select month::date, count(requests.id), count(minutes), ${MEDIAN_MINUTES}, ${today}::date
      from generate_series(${firstOfMonth(today)} - ${ANSWER_MONTHS}::int * interval '1 month',
                           ${firstOfMonth(today)} - interval '1 month', interval '1 month') series (month)
      left join ${REQUESTS} requests
        on requested_at >= month at time zone ${timeZone}
       and requested_at < (month + interval '1 month') at time zone ${timeZone}
     where not exists (
       select from answer_times stored
        where stored.month = series.month::date
          and (stored.computed_on = ${today}::date or stored.month < ${monthBefore(today)}))
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
