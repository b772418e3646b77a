import { sql } from 'kysely'
import { createAlertLink } from '../../features/alerts/links.ts'
import type { Database } from '../../platform/database/connection.ts'

/**
 * Stores the alerts of a campus that has used them for months: a fifth of the donors were asked three times, some donors
 * have preferences, alerts have not been introduced to fifty of them, and waves of active requests are due, one each
 * second. Donors and requests are stored before.
 * @returns when the first wave is due
 */
export async function storeAlerts(
  owner: Database,
  { firstWaveAt = new Date(), requests = 1_000 } = {},
): Promise<Date> {
  const donors = sql`(select user_id, row_number() over (order by registered_at) as nth from donors) d`
  await sql`
    insert into alert_preferences (user_id, frequency, paused_until, first_alert_from)
    select user_id, case when nth % 20 = 0 then 'as-needed' else 'one-a-month' end,
           case when nth % 50 = 0 then now() + interval '1 week' end, 
           case when nth % 2000 > 0 then now() - interval '1 year' end
      from ${donors} where nth % 10 = 0`.execute(owner)
  await sql`
    insert into alerts (blood_request_id, requester_id, user_id, need, urgency, kind, alerted_at, answer, answered_at)
    select b.id, b.user_id, d.user_id, sha256(b.id::text::bytea), b.urgency, 'wave', alerted_at,
           case when d.nth % 25 = 0 then 'yes' end, case when d.nth % 25 = 0 then alerted_at end
      from ${donors}
      join (select *, row_number() over (order by requested_at) as nth from blood_requests) b on b.nth = d.nth
     cross join lateral (
       select now() - (times * 20 + d.nth % 20) * interval '1 day' as alerted_at from generate_series(1, 3) times
     ) times
     where d.nth % 5 = 0
        on conflict do nothing`.execute(owner)
  await sql`
    insert into alert_waves (blood_request_id, kind, planned_at, is_exhausted)
    select blood_request_id, 'wave', min(alerted_at), false from alerts group by 1`.execute(owner)
  await sql`insert into alert_links select sha256(id::text::bytea), id from alerts`.execute(owner)
  await sql`
    update donors set last_alerted_at = last.at, alert_order = random()
      from (select user_id, max(alerted_at) as at from alerts group by 1) last where last.user_id = donors.user_id`.execute(
    owner,
  )
  await sql`
    update blood_requests set next_wave_at = ${firstWaveAt}::timestamptz + (nth - 1) * interval '1 second'
      from (select id, row_number() over (order by requested_at desc) as nth from blood_requests
             where status = 'active' limit ${requests}) active
     where active.id = blood_requests.id`.execute(owner)
  await sql`
    insert into confirmation_links
    select sha256(id::text::bytea), id, now() - (1 + row_number() over () % 80) * interval '1 day'
      from blood_requests where status = 'active'`.execute(owner)
  // With few dead rows, PostgreSQL would leave them in the indexes, and the plans would count them.
  await sql`vacuum (analyze, index_cleanup on) alert_preferences, alerts, alert_waves, alert_links, confirmation_links, donors, blood_requests`.execute(
    owner,
  )
  return firstWaveAt
}

/** Stores an alert that its donor has not answered. @returns the token of its link */
export async function storeAlertWithLink(
  owner: Database,
  { bloodRequestId, donorEmail }: { bloodRequestId: string; donorEmail: string },
): Promise<string> {
  const donor = await owner
    .selectFrom('users')
    .select('id')
    .where('email', '=', donorEmail)
    .executeTakeFirstOrThrow()
  const { id } = await owner
    .insertInto('alerts')
    .values({
      ...{ bloodRequestId, requesterId: null, userId: donor.id, need: Buffer.alloc(32) },
      ...{ urgency: 'urgent', kind: 'wave', alertedAt: new Date(), answer: null, answeredAt: null },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return createAlertLink(owner, id)
}
