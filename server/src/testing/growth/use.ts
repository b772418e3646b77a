import { AuditAction } from '@blood-bank/contract/audit/endpoints'
import { sql } from 'kysely'
import { drawBloodRequest } from '../../operations/demo/blood-requests.ts'
import type { Random } from '../../operations/demo/random.ts'
import type { Moment } from './moved-clock.ts'

/** The use of a campus in one year. */
const PER_YEAR = {
  bloodRequests: 300,
  alerts: 5_000,
  signIns: 73_000,
  numbersSent: 36_500,
  auditEntries: 5_000,
  reports: 24,
  otherMails: 5_000,
  deadMails: 150,
  deadPushes: 100,
}
const DAYS_OF_YEAR = 365
const DONORS_ASKED = Math.round(PER_YEAR.alerts / PER_YEAR.bloodRequests)
/** One of so many requests is never closed. */
const FORGOTTEN = 10

type Period = { random: Random; days: number }

/** How often something happens in the days before a moment; what is rare happens in some of the periods only. */
const occurrences = (perYear: number, { random, days }: Period) =>
  Math.floor((perYear * days) / DAYS_OF_YEAR + random.share())

/** So many times within the days before now, as `at` and `nth`. */
const times = (count: number, { days }: Period) => sql`(
  select nth, now() - random() * make_interval(days => ${days}::int) as at from generate_series(1, ${count}::int) nth) times`

/** One of these ids, another for each row. */
const oneOf = (ids: ReturnType<typeof sql>) =>
  sql`(${ids})[1 + floor(random() * array_length(${ids}, 1))::int]`
const USERS = sql`(select array_agg(id) as users from users where email_verified) as people`
const aUser = oneOf(sql`users`)
const aHash = sql`sha256((random()::text || nth)::bytea)`

/** Stores what the people of a campus do in the days before a moment. */
export async function storeUse(moment: Moment, period: Period): Promise<void> {
  await storeSignIns(moment, period)
  await storeCounts(moment, period)
  await storeBloodRequests(moment, period)
  await askDonors(moment, period)
  await settle(moment)
  await storeReports(moment, period)
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

async function storeBloodRequests({ db, now }: Moment, period: Period) {
  const { random, days } = period
  const owners = await sql<{ id: string; email: string }>`
    select id, email from users where email_verified order by random()
     limit ${occurrences(PER_YEAR.bloodRequests, period)}`.execute(db)
  const bloodRequests = owners.rows.map(({ id, email }) => {
    const requestedAt = new Date(now().getTime() - random.share() * days * 86_400_000)
    const { form } = drawBloodRequest(random, { nth: random.whole(10, 10_000), now: requestedAt })
    return { userId: id, userEmail: email, ...form, requestedAt, confirmedAt: requestedAt, nextWaveAt: null }
  })
  if (bloodRequests.length > 0) await db.insertInto('bloodRequests').values(bloodRequests).execute()
  await sql`
    insert into share_pages (code, blood_request_id)
    select left(encode(sha256(id::text::bytea), 'hex'), 26), id from blood_requests
     where status = 'active' and random() < 0.4 on conflict do nothing`.execute(db)
}

/** Asks donors for the requests that nobody was asked for, and stores their answers, with offers. */
async function askDonors({ db }: Moment, { days }: Period) {
  await sql`
    insert into alerts (blood_request_id, requester_id, user_id, need, urgency, kind, alerted_at, shown_at, answer, answered_at)
    select r.id, r.user_id, d.user_id, sha256(r.id::text::bytea), urgency, 'wave', requested_at,
           case when chance < 0.5 then requested_at end,
           case when chance < 0.12 then 'yes' when chance < 0.4 then 'no' end,
           case when chance < 0.4 then requested_at + interval '20 minutes' end
      from blood_requests r cross join lateral (
        select user_id, random() as chance from donors where user_id <> r.user_id and r.id is not null
         order by random() limit ${DONORS_ASKED}::int) d
     where status = 'active' and not exists (select from alert_waves where blood_request_id = r.id)`.execute(
    db,
  )
  await sql`
    insert into alert_links (token_hash, alert_id)
    select sha256(id::text::bytea), id from alerts on conflict do nothing`.execute(db)
  await sql`
    update donors set last_alerted_at = alerted_at, alert_order = random(), alerts_from = alerted_at + interval '3 days'
      from alerts where alerts.user_id = donors.user_id and alerted_at > now() - make_interval(days => ${days}::int)`.execute(
    db,
  )
  await sql`
    insert into offers (user_id, blood_request_id, required_blood_group, offered_at)
    select alerts.user_id, r.id, required_blood_group, answered_at
      from alerts join blood_requests r on r.id = blood_request_id
     where answer = 'yes' and status = 'active'
       and not exists (select from alert_waves where blood_request_id = r.id)
        on conflict do nothing`.execute(db)
  await sql`
    insert into contact_reveals (reveal_id, event, owner_id, viewer_id, occasion, blood_request_id, occurred_at)
    select reveal_id, 'began', o.user_id, r.user_id, 'offer', r.id, offered_at
      from offers o join blood_requests r on r.id = blood_request_id where o.status = 'offered'
        on conflict do nothing`.execute(db)
  await sql`
    insert into alert_waves (blood_request_id, kind, planned_at, is_exhausted)
    select r.id, 'wave', requested_at, false from blood_requests r, generate_series(1, 3)
     where status = 'active' and not exists (select from alert_waves where blood_request_id = r.id)`.execute(
    db,
  )
}

/** Ends the offers that stand and closes their requests, but for those that their owners forget. */
async function settle({ db }: Moment) {
  await sql`
    update offers set settled_at = now(), status = outcome,
           contact_until = case when outcome = 'donated' then now() + interval '48 hours' end
      from (select id, case when random() < 0.6 then 'donated' else 'withdrawn' end as outcome from offers
             where status = 'offered') ended
     where ended.id = offers.id`.execute(db)
  await sql`
    insert into contact_reveals (reveal_id, event, owner_id, viewer_id, occasion, blood_request_id)
    select r.reveal_id, 'ended', owner_id, viewer_id, occasion, r.blood_request_id
      from offers o join contact_reveals r using (reveal_id) where status = 'withdrawn'
        on conflict do nothing`.execute(db)
  await sql`
    insert into donations (user_id, blood_request_id, offer_id, donated_on, recorded_by)
    select o.user_id, blood_request_id, o.id, settled_at::date, 'requester' from offers o
     where status = 'donated' and settled_at > now() - interval '1 hour' on conflict do nothing`.execute(db)
  await sql`
    update blood_requests set unconfirmed_since = requested_at + interval '2 days'
     where status = 'active' and requested_at < now() - interval '2 days' and unconfirmed_since is null`.execute(
    db,
  )
  await sql`
    insert into confirmation_links (token_hash, blood_request_id, created_at)
    select sha256(id::text::bytea), id, unconfirmed_since from blood_requests
     where unconfirmed_since is not null on conflict do nothing`.execute(db)
  await sql`
    update blood_requests
       set status = case when is_given then 'fulfilled' else 'cancelled' end, closed_at = now(), unconfirmed_since = null,
           thank_you = case when is_given then 'when-needed' end, thank_you_chosen_at = case when is_given then now() end,
           thank_you_due_at = case when is_given then now() end
      from (select id, exists (select from donations where blood_request_id = b.id) as is_given from blood_requests b
             where status = 'active' and requested_at < now() - interval '4 days'
               and hashtext(id::text) % ${FORGOTTEN}::int <> 0) ended
     where ended.id = blood_requests.id`.execute(db)
}

async function storeReports({ db }: Moment, period: Period) {
  await sql`
    update report_cases set decision = 'upheld', reason = 'not-real', decided_at = now() where decision is null`.execute(
    db,
  )
  await sql`
    with reported as (
      select b.id, b.user_id, b.required_blood_group, u.id as reporter_id
        from (select *, row_number() over (order by random()) as nth from blood_requests
               where requested_at > now() - interval '90 days') b
        join (select *, row_number() over (order by random()) as nth from users) u using (nth)
       where nth <= ${occurrences(PER_YEAR.reports, period)}::int
    ), opened as (
      insert into report_cases (subject, blood_request_id, required_blood_group, user_id, opened_at)
      select 'blood-request', id, required_blood_group, user_id, now() from reported
      returning id, blood_request_id, user_id
    ), made as (
      insert into reports (case_id, reporter_id, blood_request_id, kind, reported_at)
      select opened.id, reporter_id, blood_request_id, 'not-real', now()
        from opened join reported on reported.id = blood_request_id on conflict do nothing
      returning id, case_id, reporter_id
    )
    insert into report_texts (case_id, report_id, is_note, author_id, about_id, text, written_at)
    select case_id, made.id, false, reporter_id, user_id, repeat('Nobody at the hospital knows of it. ', 6), now()
      from made join opened on opened.id = case_id`.execute(db)
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
