-- Brings the tables of version 0.6 to the baseline, whose functions are there already. 0110-changes.sql runs after this file,
-- then rows.sql. What is left then has no difference to a new database (take-over.long.ts).

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
drop index if exists declined_imports_by_time;

alter table users add column email_verified_at timestamptz(3);
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

-- An index for each order of a list and one for its filters are as fast as one for each of both.
drop index
  donors_filtered_by_registration, donors_filtered_by_name, donors_filtered_by_department, donors_filtered_by_group,
  blood_requests_filtered_by_time, blood_requests_filtered_by_patient, blood_requests_filtered_by_hospital,
  blood_requests_filtered_by_group, users_by_email, audit_entries_of_actor_by_action, waiting_report_cases_of_subject,
  handled_report_cases_of_subject, donations_for_request;
create index donors_by_group on donors (blood_group, id);
create index donors_by_filters on donors (blood_group, is_verified, is_profile_active, is_available);
create index blood_requests_by_group on blood_requests (required_blood_group, id);
create index blood_requests_by_filters on blood_requests (status, urgency, required_blood_group);
alter index all_donations_for_request rename to donations_for_request;

-- The jobs that remove old rows scan small tables.
drop index
  used_passkey_challenges_by_expiry, mail_links_by_expiry, number_warnings_by_time, deleted_posts_by_time,
  request_deletions_by_time, confirmation_links_by_time;

alter table passkeys add constraint passkeys_credential_id_key unique using index passkey_of_credential;
alter table push_devices add constraint push_devices_endpoint_key unique using index push_device_of_endpoint;
drop trigger keep_one_admin_on_role on users;
drop trigger keep_one_admin_on_delete on users;
create trigger keep_one_admin before update of role or delete on users for each row
  when (old.role = 'admin') execute function keep_one_admin();
