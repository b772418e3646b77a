-- Brings the tables of version 0.6 to the baseline. 0110-changes.sql runs after this file, then rows.sql. What is left then
-- has no difference to a new database (take-over.test.ts).

-- Version 0.6.0 did not have these two yet.
create table if not exists imported_donors (
  id uuid primary key default uuidv7(),
  email text not null unique check (email = lower(email)),
  full_name text not null check (full_name <> ''),
  university_id text not null check (university_id <> ''),
  university_role text not null check (university_role in ('student', 'faculty', 'staff')),
  department text not null check (department <> ''),
  blood_group text not null check (blood_group in ('A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-')),
  contact_number text not null check (contact_number <> ''),
  last_donation_date date,
  token_hash bytea unique,
  imported_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  check (expires_at > imported_at)
);
create index if not exists imported_donors_by_expiry on imported_donors (expires_at);
create table if not exists declined_imports (
  email_hash text primary key,
  declined_at timestamptz(3) not null
);
create index if not exists declined_imports_by_time on declined_imports (declined_at);

alter table users add column email_verified_at timestamptz(3);
create function set_email_verified_at() returns trigger language plpgsql as $$
begin
  new.email_verified_at := case
    when not new.email_verified then null
    when tg_op = 'INSERT' then coalesce(new.email_verified_at, new.created_at)
    else coalesce(new.email_verified_at, now())
  end;
  return new;
end $$;
create trigger users_email_verified_at before insert or update of email_verified, email_verified_at
  on users for each row execute function set_email_verified_at();

create table erased_accounts (
  email_hash text primary key,
  user_id uuid unique references users on delete set null,
  suspended_at timestamptz(3),
  suspension_reason text,
  posting_stopped_at timestamptz(3),
  waiting_cases uuid[] not null,
  counts jsonb,
  erased_at timestamptz(3) not null,
  constraint suspensions_have_a_reason check ((suspended_at is null) = (suspension_reason is null))
);
create index erased_accounts_by_time on erased_accounts (erased_at);

alter table sessions add column ended_by_role_change boolean not null default false;
alter table alert_preferences add column tested_at timestamptz(3);
alter table donors add column is_imported boolean not null default false;
drop index available_donors;
create index available_donors on donors (
  blood_group, allow_contact_visibility desc, is_verified desc, registered_at desc, id desc,
  (coalesce(latest_donation_date, '-infinity'::date))
) where is_available and is_profile_active and not is_hidden;
alter table blood_requests
  add column closed_at timestamptz(3),
  add column thank_you text check (thank_you in ('when-needed', 'meant-a-lot', 'for-a-stranger', 'not-forgotten')),
  add column thank_you_chosen_at timestamptz(3),
  add column thank_you_due_at timestamptz(3),
  add constraint active_ones_are_not_closed check (closed_at is null or status <> 'active'),
  add constraint thank_yous_follow_the_blood check (thank_you_chosen_at is null or status = 'fulfilled'),
  add constraint thank_yous_are_chosen check (thank_you is null or thank_you_chosen_at is not null),
  add constraint due_thank_yous_have_a_sentence check (thank_you_due_at is null or thank_you is not null);
create index due_thank_yous on blood_requests (thank_you_due_at) where thank_you_due_at is not null;
alter table donations
  add column thank_you text check (thank_you in ('when-needed', 'meant-a-lot', 'for-a-stranger', 'not-forgotten'));
create table thank_you_stops (
  user_id uuid primary key references users on delete cascade,
  stopped_at timestamptz(3) not null
);
alter table offers
  add column contact_withdrawn_at timestamptz(3),
  add column was_refused boolean not null default false,
  add column on_the_way_said_at timestamptz(3),
  add column on_the_way_minutes int check (on_the_way_minutes in (15, 30, 60)),
  add constraint arrivals_have_a_time check ((on_the_way_said_at is null) = (on_the_way_minutes is null)),
  add constraint arrivals_end_with_the_offer check (on_the_way_said_at is null or status = 'offered');
create table answer_times (
  month date primary key check (month = date_trunc('month', month)),
  posted int not null,
  answered int not null,
  median_minutes int,
  computed_on date not null
);
alter table alerts
  add column requester_has_record boolean not null default true,
  add column shown_at timestamptz(3);
alter table reports
  add column counts_by_itself boolean not null default false,
  add column dismissal_reason text check (dismissal_reason in ('malicious', 'mistaken', 'other'));

alter index donors_by_text set (gin_pending_list_limit = 16384);

insert into graphile_worker._private_job_queues (queue_name) values ('notice-0'), ('notice-1'), ('texts') on conflict do nothing;

-- Both indexes go with the column.
alter table numbers_sent drop column written_at, drop column written_by;
create index numbers_sent_of_user on numbers_sent (user_id, sent_at);
create index numbers_sent_by_time on numbers_sent (sent_at);
drop table job_servers;
drop function posting_allowances(uuid[], int, int);
create function posting_allowance(
  owner uuid, posts_per_day int, most_active int, new_need bytea,
  out posts_left int, out active_left int, out again_at timestamptz, out is_similar boolean
) language plpgsql volatile as $$
declare
  day_ago constant timestamptz := statement_timestamp() - interval '24 hours';
begin
  if coalesce(posts_per_day, most_active) is null and new_need is null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtextextended(owner::text, 19));
  select posts_per_day - count(*), min(requested_at) + interval '24 hours' into posts_left, again_at
    from (
      (select requested_at from blood_requests where user_id = owner and requested_at > day_ago
       order by requested_at desc limit posts_per_day)
      union all
      (select requested_at from deleted_posts where user_id = owner and requested_at > day_ago
       order by requested_at desc limit posts_per_day)
      order by requested_at desc limit posts_per_day
    ) latest
   where posts_per_day is not null;
  select most_active - count(*), bool_or(need = new_need) into active_left, is_similar
    from blood_requests where user_id = owner and status = 'active';
end $$;

-- The numbers to which donors have urgent alerts texted.
create table text_numbers (
  user_id uuid primary key references donors (user_id) on delete cascade,  -- only donors get alerts
  phone text,  -- in international form (E.164); null after a change of the contact number
  confirmed_at timestamptz(3),  -- null until the donor has typed the code that was texted to it
  -- The last code: a keyed hash, when it was sent, and how many wrong ones were typed instead.
  code_hash bytea,
  code_sent_at timestamptz(3),
  wrong_codes integer not null default 0,
  constraint nothing_without_a_number check (phone is not null or (confirmed_at is null and code_hash is null))
);
create unique index confirmed_text_number on text_numbers (phone) where confirmed_at is not null;

-- Nobody gets texts at a number that is not theirs any more, and a code for one number confirms no other.
create function end_text_number() returns trigger language plpgsql as $$
begin
  update text_numbers
     set phone = null, confirmed_at = null, code_hash = null, code_sent_at = null, wrong_codes = 0
   where user_id = new.user_id;
  return null;
end $$;
create trigger end_text_number after update of contact_number on donors for each row
  when (old.contact_number is distinct from new.contact_number) execute function end_text_number();

-- How many text messages were enqueued on each day of the site.
create table text_days (
  day date primary key,
  texts integer not null
);

-- What the demo shows instead of sending it.
create table caught_texts (
  id uuid primary key default uuidv7(),
  phone text not null,
  message text not null,
  sent_at timestamptz(3) not null default now()
);

-- Live streams lose minutes of changes. A server that runs meanwhile finds them in its next answer.
drop table live_changes;
-- With the triggers that call them.
drop function
  count_change, log_users, log_sessions, log_donors, log_blood_requests, log_offers, log_donations, log_alerts,
  log_audit_entries, log_change_of_reports
  cascade;

alter table blood_requests alter column search_text set statistics 300;
alter table donors alter column search_text set statistics 300;
