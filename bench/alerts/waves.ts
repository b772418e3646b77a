import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { donorGroupsFor } from '@blood-bank/contract/donors/compatibility'
import { createWaveTrial } from '@blood-bank/server/testing/alerts/wave-trial'
import type pg from 'pg'
import { latestDonationDate } from '../plain-server/statements.ts'
import type { Setup } from '../setup.ts'

const ACTIVE_REQUESTS = 2_000
const WAVES = 60
/** Both contenders plan this often before the first measurement. */
const WARM_UP = 10

/**
 * Whom to ask for a blood request, as one would write it first: all candidates, sorted. $1 the groups that can give, in
 * order, $2 the owner, $3 the latest date of donation with which somebody can donate, $4 the request, $5 how many.
 */
const NAIVE_CANDIDATES = `
  select donors.user_id, donors.blood_group, donors.last_alerted_at
    from donors
    join users on users.id = donors.user_id
    left join alert_preferences choice on choice.user_id = donors.user_id
   where donors.blood_group = any ($1) and is_available and is_profile_active and not is_hidden
     and email_verified and alerts_from <= now() and donors.user_id <> $2
     and coalesce(latest_donation_date, '-infinity') <= $3::date
     and not exists (select from offers where offers.user_id = donors.user_id and status = 'offered')
     and not exists (select from alerts where alerts.user_id = donors.user_id and blood_request_id = $4)
     and (select count(*) from alerts
           where alerts.user_id = donors.user_id
             and alerted_at > now() - case choice.frequency when 'one-a-month' then interval '30 days' else interval '7 days' end)
         < case choice.frequency when 'as-needed' then 7 when 'one-a-week' then 1 when 'one-a-month' then 1 else 2 end
   order by array_position($1, donors.blood_group), last_alerted_at nulls first, random()
   limit $5`

type Request = { id: string; userId: string; group: BloodGroup }

/** W8: plans waves of due requests on a campus that has used alerts for months, in turn with the naive query. */
export async function measureWaves({ db, connection }: Setup) {
  console.error('Planning waves')
  const trial = await createWaveTrial(connection)
  try {
    await trial.storeAlerts(ACTIVE_REQUESTS)
    const { rows: requests } = await db.query<Request>(
      `select id, user_id as "userId", required_blood_group as group from blood_requests
        where next_wave_at is not null and status = 'active' order by md5(id::text) limit $1`,
      [WAVES + WARM_UP],
    )
    const waves: { ours: number[]; naive: number[] } = { ours: [], naive: [] }
    for (const request of requests) {
      const { ms, alerts } = await trial.plan(request.id)
      waves.ours.push(ms)
      waves.naive.push(await findNaively(db, request, alerts))
    }
    for (const values of Object.values(waves)) values.splice(0, WARM_UP)
    return waves
  } finally {
    await trial.end()
  }
}

async function findNaively(db: pg.ClientBase, { id, userId, group }: Request, limit: number) {
  const values = [donorGroupsFor(group), userId, latestDonationDate(), id, limit]
  const startedAt = performance.now()
  await db.query({ name: 'naive-candidates', text: NAIVE_CANDIDATES, values })
  return performance.now() - startedAt
}
