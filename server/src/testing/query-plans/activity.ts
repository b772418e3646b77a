import { AuditAction } from '@blood-bank/contract/audit/endpoints'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import { samples } from '../test-scope.ts'
import { CAMPUS_SCALE } from './campus-size.ts'

const MANY = samples({ gate: 5_000, all: 20_000 })
/** Fewer, because a trigger adds a job for each. */
const MANY_MAILS = samples({ gate: 2_000, all: 5_000 })

/** What a dozen admins did in more than a year. */
const AUDIT_ENTRIES = Math.round(100_000 * CAMPUS_SCALE)

/**
 * Stores what the use of a large campus adds to its records: sessions, mail links, waiting and dead mails, attempts
 * and audit entries. A few of each have expired.
 */
export async function storeActivity(owner: Database): Promise<void> {
  const many = sql`(select id, email, row_number() over (order by created_at) as nth from users limit ${MANY}) u`
  const soon = sql`now() + case when nth % 1000 = 0 then interval '-1 hour' else nth * interval '1 minute' end`
  await sql`
    insert into sessions (user_id, token, expires_at) select id, md5(id::text), ${soon} from ${many}`.execute(
    owner,
  )
  await sql`
    insert into mail_links (user_id, purpose, token_hash, expires_at)
    select id, 'verify-email', sha256(id::text::bytea), ${soon} from ${many}`.execute(owner)
  await sql`
    insert into outbox (kind, recipient, attempts, next_attempt_at)
    select 'a kind of another server', email, case when nth % 4 = 0 then 0 else 10 end,
           case when nth % 4 = 0 then now() + nth * interval '1 minute' else now() - interval '1 day' end
      from ${many} where nth <= ${MANY_MAILS}`.execute(owner)
  await sql`
    insert into attempt_limits (key, points, expire)
    select id::text, 1, (extract(epoch from ${soon}) * 1000)::bigint from ${many}`.execute(owner)
  await sql`
    insert into audit_entries (actor_id, action, target_id, at)
    select actors.ids[1 + nth / 7 % 12], actions.names[1 + nth % 10], targets.ids[1 + nth % 20000],
           now() - nth * interval '7 minutes'
      from generate_series(1, ${AUDIT_ENTRIES}::int) nth,
           (select array_agg(id) as ids from (select id from users order by role, created_at limit 12) u) actors,
           (select array_agg(user_id) as ids from (select user_id from donors limit 20000) d) targets,
           (select ${AuditAction.options}::text[] as names) actions`.execute(owner)
  await sql`
    insert into request_deletions (user_id, required_blood_group, requested_at, deleted_at, reason)
    select id, 'O+', now(), now() - nth * interval '6 minutes', 'other' from ${many}`.execute(owner)
  // Some accounts that were never verified are due for the announcement, others for erasure.
  await sql`
    update users set unverified_since = now() - nth * interval '1 day',
                     erasure_announced_at = case when nth % 2 = 0 then now() - interval '8 days' end
      from (select id, row_number() over (order by id) + 20 as nth from users
             where not email_verified and role = 'user' limit 40) u
     where users.id = u.id`.execute(owner)
  await sql`
    insert into numbers_sent (user_id, sent_at, numbers, written_by, written_at)
    select id, now(), array[nth, nth + 1], id, now() - nth * interval '5 seconds' from ${many}`.execute(owner)
  await sql`
    insert into number_warnings
    select id, 350, 900, nth % 2 = 0, now() - nth * interval '5 seconds' from ${many}`.execute(owner)
  // Each of these donors has offered before, has given three times, and has had the number shown.
  const donors = sql`(
    select d.user_id, b.id as blood_request_id, b.user_id as owner_id, b.required_blood_group, b.requested_at, d.nth
      from (select user_id, row_number() over (order by registered_at desc) as nth from donors limit ${MANY}) d
      join (select *, row_number() over (order by requested_at) as nth from blood_requests) b on b.nth = d.nth) d`
  await sql`
    insert into offers (user_id, blood_request_id, required_blood_group, status, offered_at, settled_at)
    select user_id, blood_request_id, required_blood_group, status, requested_at, requested_at
      from ${donors}, unnest(array['withdrawn', 'released']) status`.execute(owner)
  await sql`
    insert into offers (user_id, blood_request_id, required_blood_group, offered_at)
    select d.user_id, b.id, b.required_blood_group, now()
      from (select user_id, row_number() over (order by registered_at) as nth from donors limit 2000) d
      join (select *, row_number() over (order by requested_at desc) as nth from blood_requests
             where status = 'active') b on b.nth = d.nth`.execute(owner)
  await sql`
    insert into donations (user_id, blood_request_id, donated_on, recorded_by)
    select user_id, case when times = 1 then blood_request_id end, current_date - (times * 130 + nth % 100)::int,
           case when times = 1 then 'requester' else 'donor' end
      from ${donors}, generate_series(1, 3) times`.execute(owner)
  await sql`
    update donations set disputed_at = now() where recorded_by = 'requester' and donated_on >= current_date - 132`.execute(
    owner,
  )
  await sql`
    insert into contact_reveals (reveal_id, event, owner_id, viewer_id, occasion, blood_request_id, occurred_at)
    select id, event, user_id, user_id, 'offer', blood_request_id, offered_at
      from offers, unnest(array['began', 'ended']) event
     where event = 'began' or status <> 'offered'`.execute(owner)
  await sql`vacuum (analyze) offers, donations, contact_reveals`.execute(owner)
  await sql`
    vacuum (analyze) users, sessions, mail_links, graphile_worker._private_jobs, attempt_limits, audit_entries, numbers_sent,
      number_warnings`.execute(owner)
}
