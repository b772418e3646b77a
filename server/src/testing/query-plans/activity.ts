import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

const MANY = 20_000
/** Fewer, because a trigger adds a job for each. */
const MANY_MAILS = 5_000

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
    insert into audit_entries (actor_id, action, target_id)
    select id, 'donor-verified', id from ${many}`.execute(owner)
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
  await sql`
    vacuum (analyze) users, sessions, mail_links, graphile_worker._private_jobs, attempt_limits, audit_entries, numbers_sent,
      number_warnings`.execute(owner)
}
