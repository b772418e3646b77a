import { type Charts, type Overview, WEEKS_SHOWN } from '@blood-bank/contract/overview'
import { sql } from 'kysely'
import { countSearchableDonorsByGroup } from '../../features/donors/queries.ts'
import type { Database } from '../../platform/database/connection.ts'

type Counts = { donors: string; users: string; active: string; fulfilled: string; cancelled: string }

/** Counts donors, users and blood requests exactly, in one snapshot. */
export async function computeCounts(db: Database): Promise<Omit<Overview, 'deadMails' | 'numberWarnings'>> {
  const { rows } = await sql<Counts>`
    select (select count(*) from donors) as donors,
           (select count(*) from users) as users,
           count(*) filter (where status = 'active') as active,
           count(*) filter (where status = 'fulfilled') as fulfilled,
           count(*) filter (where status = 'cancelled') as cancelled
    from blood_requests`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('An aggregate without GROUP BY returns one row.')
  return {
    donors: Number(counts.donors),
    users: Number(counts.users),
    bloodRequests: {
      active: Number(counts.active),
      fulfilled: Number(counts.fulfilled),
      cancelled: Number(counts.cancelled),
    },
  }
}

type Week = Charts['weeks'][number]

/** Reads the charts, including weeks without requests and blood groups without donors. */
export async function computeCharts(
  db: Database,
  { today, timeZone }: { today: string; timeZone: string },
): Promise<Charts> {
  const lastMonday = sql`date_trunc('week', ${today}::timestamp)`
  const { rows: weeks } = await sql<Week>`
    select to_char(monday, 'YYYY-MM-DD') as monday, requested.*
    from generate_series(
      ${lastMonday} - ${WEEKS_SHOWN - 1}::int * interval '1 week', ${lastMonday}, interval '1 week') monday,
    lateral (
      select count(*) filter (where status = 'active')::int as active,
             count(*) filter (where status = 'fulfilled')::int as fulfilled,
             count(*) filter (where status = 'cancelled')::int as cancelled
      from blood_requests
      where requested_at >= monday at time zone ${timeZone}
        and requested_at < (monday + interval '1 week') at time zone ${timeZone}
    ) requested
    order by monday`.execute(db)
  return { weeks, availableDonors: await countSearchableDonorsByGroup(db) }
}
