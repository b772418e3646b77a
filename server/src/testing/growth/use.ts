import { AuditAction } from '@blood-bank/contract/audit/endpoints'
import { sql } from 'kysely'
import type { Moment } from './moved-clock.ts'
import { aHash, aUser, occurrences, oneOf, PER_YEAR, type Period, times, USERS } from './occurrences.ts'
import { storeRequests } from './requests.ts'

/** Stores what the people of a campus do in the days before a moment. */
export async function storeUse(moment: Moment, period: Period): Promise<void> {
  await storeSignIns(moment, period)
  await storeCounts(moment, period)
  await storeRequests(moment, period)
  await storeAdminsWork(moment, period)
  await storeJobs(moment, period)
}

async function storeSignIns({ db }: Moment, period: Period) {
  const signIns = occurrences(PER_YEAR.signIns, period)
  await sql`
    insert into sessions (user_id, token, created_at, last_used_at, expires_at, password_given_at, ip_address, user_agent)
    select ${aUser}, encode(${aHash}, 'hex'), at, at, at + interval '30 days', at, '203.0.113.' || nth % 250,
           'Mozilla/5.0 (Linux; Android 15; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Mobile Safari/537.36'
      from ${times(signIns, period)}, ${USERS}`.execute(db)
  // Twice in the period a part of the sessions is used.
  for (const day of [period.days / 2, 0])
    await sql`
      update sessions set last_used_at = now() - make_interval(days => ${day}::int)
       where random() < 0.5 and created_at < now() - make_interval(days => ${day}::int)`.execute(db)
  await sql`delete from sessions where random() < 0.05`.execute(db)
  await sql`
    insert into attempt_limits (key, points, expire)
    select encode(${aHash}, 'hex') || ':signIns', 1, (extract(epoch from at + interval '1 day') * 1000)::bigint
      from ${times(signIns, period)}`.execute(db)
  await sql`
    insert into mail_links (token_hash, user_id, purpose, expires_at)
    select ${aHash}, ${aUser}, 'reset-password', at + interval '1 day'
      from ${times(occurrences(2_000, period), period)}, ${USERS}`.execute(db)
  await sql`
    insert into used_passkey_challenges select ${aHash}, at + interval '5 minutes'
      from ${times(occurrences(3_000, period), period)}`.execute(db)
}

async function storeCounts({ db }: Moment, period: Period) {
  await sql`
    insert into numbers_sent (user_id, sent_at, numbers)
    select ${aUser}, at, array(select (random() * 1e15)::bigint + nth from generate_series(1, 20))
      from ${times(occurrences(PER_YEAR.numbersSent, period), period)}, ${USERS}`.execute(db)
  await sql`
    insert into number_warnings select ${aUser}, 330, 500, false, at
      from ${times(occurrences(100, period), period)}, ${USERS} on conflict do nothing`.execute(db)
  await sql`
    insert into deleted_posts select ${aUser}, at from ${times(occurrences(50, period), period)}, ${USERS}`.execute(
    db,
  )
  await sql`
    insert into text_days select (now() - make_interval(days => ago))::date, 20
      from generate_series(0, ${period.days - 1}::int) ago on conflict do nothing`.execute(db)
}

async function storeAdminsWork({ db }: Moment, period: Period) {
  await sql`
    insert into audit_entries (actor_id, action, target_id, before, after, at)
    select ${oneOf(sql`admins`)}, ${oneOf(sql`${AuditAction.options}::text[]`)}, ${aUser}, '{"isVerified": false}',
           '{"isVerified": true}', at
      from ${times(occurrences(PER_YEAR.auditEntries, period), period)}, ${USERS},
           (select array_agg(id) as admins from users where role = 'admin') as a`.execute(db)
  await sql`
    insert into request_deletions (user_id, required_blood_group, requested_at, deleted_at, reason)
    select ${aUser}, 'O+', at, at, 'not-real' from ${times(occurrences(30, period), period)}, ${USERS}`.execute(
    db,
  )
  await sql`
    update donors set is_verified = not is_verified, verification_changed_at = now() where random() < 0.01`.execute(
    db,
  )
  await sql`
    insert into contact_reveals (reveal_id, event, owner_id, viewer_id, occasion, occurred_at)
    select id, event, ${oneOf(sql`owners`)}, admin, 'admin', now()
      from (select gen_random_uuid() as id, nth from ${times(occurrences(300, period), period)}) reveals,
           (select array_agg(user_id) as owners from donors) d,
           (select id as admin from users where role = 'admin' limit 1) a,
           unnest(array['began', 'ended']) event`.execute(db)
  // A suspension is lifted after some time.
  await sql`
    with lifted as (delete from suspensions where suspended_at < now() - interval '60 days' returning user_id)
    update users set suspended_at = null where id in (select user_id from lifted)`.execute(db)
  await sql`
    with chosen as (
      select id from users where role = 'user' and suspended_at is null order by random()
       limit ${occurrences(12, period)}
    ), suspended as (
      update users set suspended_at = now() where id in (select id from chosen) returning id
    )
    insert into suspensions (user_id, reason, suspended_at) select id, 'other', now() from suspended`.execute(
    db,
  )
}

/** Devices come and go, lists are imported, and jobs are added, done and given up. */
async function storeJobs({ db, now }: Moment, period: Period) {
  await sql`delete from push_devices where random() < 0.05`.execute(db)
  await sql`
    insert into push_devices (user_id, push_key_id, endpoint, p256dh, auth, name)
    select user_id, (select id from push_keys), 'https://fcm.googleapis.com/fcm/send/' || encode(sha256((user_id::text || random())::bytea), 'hex'),
           repeat('p', 87), repeat('a', 22), 'Chrome on Android'
      from donors where not exists (select from push_devices p where p.user_id = donors.user_id) and random() < 0.03`.execute(
    db,
  )
  // Once a year, in September, as terms begin.
  const imported = now().getUTCMonth() === 8 ? 240 : 0
  await sql`
    insert into imported_donors (
      email, full_name, university_id, university_role, department, blood_group, contact_number, token_hash, imported_at, expires_at)
    select 'imported' || nth || '.' || (random() * 1e9)::int || '@example.edu', 'Puja Saha', 'BBA-1', 'student', 'English',
           'O+', '+8801100000000', ${aHash}, now(), now() + interval '30 days'
      from ${times(imported, period)}`.execute(db)
  await sql`
    insert into declined_imports select encode(${aHash}, 'hex'), at from ${times(imported / 8, period)}`.execute(
    db,
  )
  const add = (task: string, count: number, queue: string | null) =>
    sql`
    select graphile_worker.add_jobs(array(
      select (${task}::text, json_build_object('kind', 'alert', 'recipient', 'person' || nth || '@example.edu'),
              case when ${queue}::text is not null then ${queue}::text || nth % 16 end, now(), 10, null, 0, null
             )::graphile_worker.job_spec
        from generate_series(1, ${count}::int) nth))`.execute(db)
  const doAll = () =>
    sql`
    select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs where attempts < max_attempts))`.execute(
      db,
    )
  await add('send-mail', occurrences(PER_YEAR.alerts + PER_YEAR.otherMails, period), 'mail-')
  await add('send-push', occurrences(PER_YEAR.alerts, period), null)
  await add('look-at-blood-request', occurrences(2 * PER_YEAR.bloodRequests, period), null)
  await doAll()
  for (const [task, count] of [
    ['send-mail', PER_YEAR.deadMails],
    ['send-push', PER_YEAR.deadPushes],
    ['send-text', PER_YEAR.deadPushes],
    ['look-at-blood-request', 12],
  ] as const) {
    await add(task, occurrences(count, period), null)
    await sql`
      select graphile_worker.permanently_fail_jobs(
        array(select id from graphile_worker.jobs where attempts < max_attempts), 'The server does not answer.')`.execute(
      db,
    )
  }
}
