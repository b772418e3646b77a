import { sql } from 'kysely'
import { drawBloodRequest } from '../../operations/demo/blood-requests.ts'
import type { Moment } from './moved-clock.ts'
import { occurrences, PER_YEAR, type Period } from './occurrences.ts'

const DONORS_ASKED = Math.round(PER_YEAR.alerts / PER_YEAR.bloodRequests)
/** The owner of one of so many requests forgets to close it. After a year an admin does. */
const FORGOTTEN = 10

/** Stores requests that are posted before a moment, with what becomes of them. */
export async function storeRequests(moment: Moment, period: Period): Promise<void> {
  await storeBloodRequests(moment, period)
  await askDonors(moment, period)
  await settle(moment)
  await storeReports(moment, period)
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
        select user_id, random() as chance from donors where user_id <> r.user_id
         order by hashtext(user_id::text || r.id) limit ${DONORS_ASKED}::int) d
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
       set status = 'cancelled', closed_at = now(), closed_by_admin_at = now(), closing_reason = 'not-needed',
           unconfirmed_since = null
     where status = 'active' and requested_at < now() - interval '1 year'`.execute(db)
  await sql`
    update blood_requests
       set status = case when is_given then 'fulfilled' else 'cancelled' end, closed_at = now(), unconfirmed_since = null,
           thank_you = case when is_thanked then 'when-needed' end,
           thank_you_chosen_at = case when is_thanked then now() end, thank_you_due_at = case when is_thanked then now() end
      from (select *, is_given and random() < 0.2 as is_thanked from (
        select id, exists (select from donations where blood_request_id = b.id) as is_given from blood_requests b
             where status = 'active' and requested_at < now() - interval '4 days'
               and hashtext(id::text) % ${FORGOTTEN}::int <> 0) given) ended
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
