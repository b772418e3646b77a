create table alert_preferences (
  user_id uuid primary key references users on delete cascade,
  is_on boolean not null default true,
  frequency text not null default 'two-a-week'
    check (frequency in ('two-a-week', 'one-a-week', 'one-a-month', 'as-needed')),
  nights_allowed boolean not null default false,
  paused_until timestamptz(3),  -- infinity: until the donor ends the pause
  -- For donors from before there were alerts, three days after the email that introduces them; null until it is sent.
  first_alert_from timestamptz(3),
  tested_at timestamptz(3)  -- when the donor last sent a test alert
);
create index alert_introductions on alert_preferences (user_id) where first_alert_from is null;

create table alert_waves (
  id uuid primary key default uuidv7(),
  blood_request_id uuid not null references blood_requests on delete cascade,
  kind text not null check (kind in ('wave', 'replacement')),
  planned_at timestamptz(3) not null,
  is_exhausted boolean not null  -- whether there were fewer donors than should have been asked
);
create index alert_waves_of_request on alert_waves (blood_request_id, planned_at);
create index alert_waves_by_time on alert_waves (planned_at);

-- Which donors were asked to give blood, for which request, and what they answered.
create table alerts (
  id uuid primary key default uuidv7(),
  -- Without the request or requester after a deletion: the alert still counts against the donor's limit.
  blood_request_id uuid references blood_requests on delete set null,
  requester_id uuid references users on delete set null,
  user_id uuid not null references users on delete cascade,
  need bytea not null,  -- a keyed hash of requester, patient and hospital: posting the same again asks nobody twice
  urgency text not null check (urgency in ('urgent', 'moderate', 'low')),
  kind text not null check (kind in ('wave', 'replacement')),
  alerted_at timestamptz(3) not null,
  requester_has_record boolean not null default true,  -- requesters without one get a part of a donor's alerts
  shown_at timestamptz(3),  -- when a device of the donor had shown the notification: no text message is sent then
  answer text check (answer in ('yes', 'no')),
  answered_at timestamptz(3),
  constraint answers_have_a_time check ((answer is null) = (answered_at is null))
);
create unique index alert_of_donor on alerts (blood_request_id, user_id);
create index alerts_of_user on alerts (user_id, alerted_at desc);
create index alerts_of_requester on alerts (requester_id, alerted_at desc);
create index alerts_by_time on alerts (alerted_at);

-- The tokens of the links in alerts. An alert can have several: an email that is sent again has a new one.
create table alert_links (
  token_hash bytea primary key,
  alert_id uuid not null references alerts on delete cascade,
  wrong_digits integer not null default 0  -- of the donor's phone number, typed to offer without signing in
);
create index alert_links_of_alert on alert_links (alert_id);

-- The key pair of the site for notifications (Web Push).
create table push_keys (
  id uuid primary key default uuidv7(),
  public_key text not null,
  private_key text not null,  -- encrypted with a key that is derived from the site's secret
  created_at timestamptz(3) not null default now()
);
create unique index one_push_key on push_keys ((true));

-- The browsers in which donors get alerts as notifications.
create table push_devices (
  id uuid primary key default uuidv7(),
  user_id uuid not null references donors (user_id) on delete cascade,  -- only donors get alerts
  push_key_id uuid not null references push_keys on delete cascade,  -- the subscription is valid for no other
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  name text not null,
  added_at timestamptz(3) not null default now()
);
create index push_devices_of_user on push_devices (user_id, added_at);
create index push_devices_of_key on push_devices (push_key_id);

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
