import { AuditAction } from '@blood-bank/contract/audit/endpoints'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** As many rows of each kind, so that a missing index shows. */
const ROWS = 2_000

/**
 * Stores what the use of a campus adds to its donors and requests: sessions, audit entries, offers with the numbers that
 * they revealed, donations and reports.
 * @param owner may write all tables
 */
export async function storeUse(owner: Database): Promise<void> {
  const users = sql`(select id, email, row_number() over (order by created_at) as nth from users limit ${ROWS}) u`
  await sql`
    insert into sessions (user_id, token, expires_at)
    select id, md5(id::text), now() + interval '1 day' from ${users}`.execute(owner)
  await sql`
    insert into audit_entries (actor_id, action, target_id, at)
    select actors.ids[1 + nth % 12], actions.names[1 + nth % 10], targets.ids[nth], now() - nth * interval '7 minutes'
      from generate_series(1, ${ROWS}::int) nth,
           (select array_agg(id) as ids from (select id from users order by role, created_at limit 12) u) actors,
           (select array_agg(user_id) as ids from donors) targets,
           (select ${AuditAction.options}::text[] as names) actions`.execute(owner)
  await sql`
    insert into request_deletions (user_id, required_blood_group, requested_at, deleted_at, reason)
    select id, 'O+', now(), now() - nth * interval '6 minutes', 'other' from ${users}`.execute(owner)
  // Each of these donors has offered twice and offers once more, has given, and has had the number shown.
  const donors = sql`(
    select d.user_id, b.id, b.required_blood_group, b.requested_at, d.nth
      from (select user_id, row_number() over (order by registered_at) as nth from donors limit ${ROWS}) d
      join (select *, row_number() over (order by requested_at) as nth from blood_requests) b on b.nth = d.nth) d`
  await sql`
    insert into offers (user_id, blood_request_id, required_blood_group, status, offered_at, settled_at)
    select user_id, id, required_blood_group, status, requested_at, requested_at
      from ${donors}, unnest(array['withdrawn', 'released']) status`.execute(owner)
  await sql`
    insert into offers (user_id, blood_request_id, required_blood_group, offered_at)
    select d.user_id, b.id, b.required_blood_group, now()
      from (select user_id, row_number() over (order by registered_at) as nth from donors) d
      join (select *, row_number() over (order by requested_at desc) as nth from blood_requests
             where status = 'active') b on b.nth = d.nth`.execute(owner)
  await sql`
    insert into donations (user_id, blood_request_id, donated_on, recorded_by)
    select user_id, id, current_date - (130 + nth % 100)::int, 'requester' from ${donors}`.execute(owner)
  await sql`
    insert into contact_reveals (reveal_id, event, owner_id, viewer_id, occasion, blood_request_id, occurred_at)
    select id, 'began', user_id, user_id, 'offer', blood_request_id, offered_at from offers`.execute(owner)
  await sql`
    insert into report_cases (
      subject, blood_request_id, required_blood_group, user_id, opened_at, decision, reason, decided_at)
    select 'blood-request', id, required_blood_group, user_id, requested_at,
           case when nth % 5 > 0 then 'upheld' end, case when nth % 5 > 0 then 'not-real' end,
           case when nth % 5 > 0 then requested_at end
      from (select *, row_number() over (order by id) as nth from blood_requests limit ${ROWS}) b`.execute(
    owner,
  )
  await sql`
    insert into reports (case_id, reporter_id, blood_request_id, kind, reported_at)
    select c.id, u.id, blood_request_id, 'not-real', opened_at
      from (select *, row_number() over (order by id) as nth from report_cases) c
      join ${users} on u.nth = c.nth`.execute(owner)
  await sql`vacuum (analyze)`.execute(owner)
}

/**
 * Stores the alerts of a campus that has used them for months: a fifth of the donors were asked three times, some have
 * preferences, and waves of active requests are due, one each second.
 * @param firstWaveAt when the first wave is due
 * @param requests how many requests have a wave
 */
export async function storeAlerts(
  owner: Database,
  { firstWaveAt, requests }: { firstWaveAt: Date; requests: number },
): Promise<void> {
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
    update donors set last_alerted_at = last.at, alert_order = random()
      from (select user_id, max(alerted_at) as at from alerts group by 1) last
     where last.user_id = donors.user_id`.execute(owner)
  await sql`
    update blood_requests set next_wave_at = ${firstWaveAt}::timestamptz + (nth - 1) * interval '1 second'
      from (select id, row_number() over (order by requested_at desc) as nth from blood_requests
             where status = 'active' limit ${requests}) active
     where active.id = blood_requests.id`.execute(owner)
  // With few dead rows, PostgreSQL would leave them in the indexes, and the plans would count them.
  await sql`vacuum (analyze, index_cleanup on) alert_preferences, alerts, donors, blood_requests`.execute(
    owner,
  )
}
