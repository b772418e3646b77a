import { type Kysely, sql } from 'kysely'

/**
 * Alerts: which donors were asked to give blood, for which request, and what they answered.
 *
 * A blood request is its own schedule: `next_wave_at` says when the planner looks at it next. A donor's row says when the
 * donor may be asked again, so that the planner finds and locks whom it may ask with one index, and two servers that plan
 * for the same donor at once see each other's alert.
 */
export async function up(db: Kysely<never>) {
  // Null for the requests that exist already: their donors are asked after the owner confirms that blood is still needed.
  await sql`alter table blood_requests add column next_wave_at timestamptz(3)`.execute(db)
  await sql`alter table blood_requests alter column next_wave_at set default now()`.execute(db)
  await sql`
    create index due_waves on blood_requests (next_wave_at)
    where status = 'active' and not is_hidden and next_wave_at is not null`.execute(db)

  await sql`
    alter table donors
      -- Before this time the donor is asked for nothing; infinity: alerts are off, or paused until the donor returns.
      add column alerts_from timestamptz(3) not null default '-infinity',
      add column last_alerted_at timestamptz(3),
      -- The order of those who were asked at the same time, above all of those who were never asked.
      add column alert_order real not null default random()`.execute(db)
  await sql`
    create index donors_to_alert on donors (blood_group, last_alerted_at nulls first, alert_order)
    where is_available and is_profile_active and not is_hidden`.execute(db)

  await sql`
    create table alert_preferences (
      user_id uuid primary key references users on delete cascade,
      is_on boolean not null default true,
      frequency text not null default 'two-a-week'
        check (frequency in ('two-a-week', 'one-a-week', 'one-a-month', 'as-needed')),
      nights_allowed boolean not null default false,
      -- Infinity: until the donor ends the pause.
      paused_until timestamptz(3),
      -- Donors who registered before there were alerts get them three days after the email that introduces them. Null:
      -- the email has not been sent yet.
      first_alert_from timestamptz(3)
    )`.execute(db)
  // Donors who registered before are asked after an email has introduced alerts to them.
  await sql`insert into alert_preferences (user_id) select user_id from donors`.execute(db)
  await sql`update donors set alerts_from = 'infinity'`.execute(db)
  await sql`
    create index alert_introductions on alert_preferences (user_id) where first_alert_from is null`.execute(
    db,
  )

  await sql`
    create table alert_waves (
      id uuid primary key default uuidv7(),
      blood_request_id uuid not null references blood_requests on delete cascade,
      kind text not null check (kind in ('wave', 'replacement')),
      planned_at timestamptz(3) not null,
      -- Decides between donors who were asked at the same time.
      seed integer not null,
      -- Whether there were fewer donors than should have been asked.
      is_exhausted boolean not null
    )`.execute(db)
  await sql`create index alert_waves_of_request on alert_waves (blood_request_id, planned_at)`.execute(db)

  await sql`
    create table alerts (
      id uuid primary key default uuidv7(),
      -- Without the request after its deletion, and without the requester after their erasure: the alert still counts
      -- against the donor's limit.
      blood_request_id uuid references blood_requests on delete set null,
      requester_id uuid references users on delete set null,
      user_id uuid not null references users on delete cascade,
      -- A keyed hash of requester, patient and hospital, so that posting the same request again asks nobody twice.
      need bytea not null,
      urgency text not null check (urgency in ('urgent', 'moderate', 'low')),
      kind text not null check (kind in ('wave', 'replacement')),
      alerted_at timestamptz(3) not null,
      answer text check (answer in ('yes', 'no')),
      answered_at timestamptz(3),
      constraint answers_have_a_time check ((answer is null) = (answered_at is null))
    )`.execute(db)
  await sql`create unique index alert_of_donor on alerts (blood_request_id, user_id)`.execute(db)
  await sql`create index alerts_of_user on alerts (user_id, alerted_at desc)`.execute(db)
  await sql`create index alerts_of_requester on alerts (requester_id, alerted_at desc)`.execute(db)
  await sql`create index alerts_by_time on alerts (alerted_at)`.execute(db)

  // The tokens of the links in alerts. An alert can have several: an email that is sent again has a new one.
  await sql`
    create table alert_links (
      token_hash bytea primary key,
      alert_id uuid not null references alerts on delete cascade,
      -- Wrong digits of the donor's phone number, entered to offer without signing in.
      wrong_digits integer not null default 0
    )`.execute(db)
  await sql`create index alert_links_of_alert on alert_links (alert_id)`.execute(db)

  // An email can be about a row: which one is known when it is sent.
  await sql`
    create or replace view outbox as
    select jobs.id, payload->>'kind' as kind, payload->>'recipient' as recipient, attempts::int,
           run_at as next_attempt_at, last_error, created_at, (payload->>'aboutUserId')::uuid as about_user_id,
           (payload->>'aboutId')::uuid as about_id
      from graphile_worker._private_jobs jobs
     where task_id = (select id from graphile_worker._private_tasks where identifier = 'send-mail')
       and payload->>'recipient' is not null`.execute(db)
  await sql`
    create or replace function insert_into_outbox() returns trigger language plpgsql as $$
    declare job_id bigint;
    begin
      select id into job_id from graphile_worker.add_job(
        'send-mail',
        json_build_object('kind', new.kind, 'recipient', new.recipient, 'aboutUserId', new.about_user_id,
                          'aboutId', new.about_id),
        queue_name => 'mail-' || (hashtext(new.recipient) & 15),
        run_at => coalesce(new.next_attempt_at, clock_timestamp()),
        max_attempts => 10);
      if new.attempts > 0 then
        update graphile_worker._private_jobs
           set attempts = new.attempts, last_error = new.last_error, created_at = coalesce(new.created_at, now())
         where id = job_id;
      end if;
      return new;
    end $$`.execute(db)
}
