import { BLOOD_GROUPS, type BloodGroup } from '@blood-bank/contract/blood-groups'
import { type Charts, type Overview, WEEKS_SHOWN } from '@blood-bank/contract/overview'
import { sql } from 'kysely'
import type { Database } from '../../database/connection.ts'

type Counts = { donors: string; users: string; active: string; fulfilled: string; cancelled: string }

/** Counts what the bank has, exactly, as of one moment. */
export async function countEverything(db: Database): Promise<Omit<Overview, 'deadMails'>> {
  const { rows } = await sql<Counts>`
    select (select count(*) from donors) as donors,
           (select count(*) from users) as users,
           count(*) filter (where status = 'active') as active,
           count(*) filter (where status = 'fulfilled') as fulfilled,
           count(*) filter (where status = 'cancelled') as cancelled
    from blood_requests`.execute(db)
  const [counts] = rows
  if (!counts) throw new Error('An aggregate without a group gives one row.')
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

/** Reads what the charts show; weeks without a request and groups without a donor are there, too. */
export async function chartEverything(
  db: Database,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<Charts> {
  const lastMonday = sql`date_trunc('week', ${now}::timestamptz at time zone ${timeZone})`
  const firstMonday = sql`${lastMonday} - ${WEEKS_SHOWN - 1}::int * interval '1 week'`
  const { rows: weeks } = await sql<Week>`
    select to_char(monday, 'YYYY-MM-DD') as monday,
           coalesce(sum(count) filter (where status = 'active'), 0)::int as active,
           coalesce(sum(count) filter (where status = 'fulfilled'), 0)::int as fulfilled,
           coalesce(sum(count) filter (where status = 'cancelled'), 0)::int as cancelled
    from generate_series(${firstMonday}, ${lastMonday}, interval '1 week') monday
    left join (
      select date_trunc('week', requested_at at time zone ${timeZone}) as monday, status, count(*) as count
      from blood_requests
      where requested_at >= (${firstMonday}) at time zone ${timeZone}
      group by 1, 2
    ) requested using (monday)
    group by monday
    order by monday`.execute(db)

  const { rows: groups } = await sql<{ bloodGroup: BloodGroup; donors: string }>`
    select blood_group as "bloodGroup", count(*) as donors from donors
    where is_available and is_profile_active
    group by blood_group`.execute(db)
  const donorsOf = new Map(groups.map(({ bloodGroup, donors }) => [bloodGroup, Number(donors)]))
  const availableDonors = BLOOD_GROUPS.map(bloodGroup => ({
    bloodGroup,
    donors: donorsOf.get(bloodGroup) ?? 0,
  }))
  return { weeks, availableDonors }
}
