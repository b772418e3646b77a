-- Donors without an account. `invited`: a list with their email address says so, and they agreed to nothing. `waiting`: they were
-- sent a text message, and did not agree. `agreed`: the club may call them. Coordinators read the view of these; only claims
-- read the others.
create table kept_donors (
  id uuid primary key default uuidv7(),
  state text not null default 'invited' check (state in ('invited', 'waiting', 'agreed')),
  email text unique check (email = lower(email)),
  full_name text not null check (full_name <> ''),
  university_id text check (university_id <> ''),
  university_role text check (university_role in ('student', 'faculty', 'staff')),
  department text check (department <> ''),
  batch text check (batch <> ''),
  hall_id uuid references halls on delete set null,
  blood_group text not null check (blood_group in ('A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-')),
  contact_number text not null check (contact_number <> ''),  -- in international form, but of those who are invited
  ask_for text check (ask_for <> ''),  -- whose phone it is, if several share the number
  last_donation_date date,
  rests_until date,  -- after the hospital could not take them
  kept_by uuid references users on delete set null,
  consent_kind text check (consent_kind in ('text', 'paper', 'said')),
  consented_at timestamptz(3),
  told_at timestamptz(3),  -- when the text message with the link of their page was enqueued
  token_hash bytea unique,  -- of the link in the email that asks to claim the profile; null until it is written
  imported_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  warned_at timestamptz(3),  -- when whoever keeps them was told that they will be erased
  constraint kept_donors_expire_later check (expires_at > imported_at),
  constraint invited_donors_have_an_email check (state <> 'invited' or email is not null),
  -- Whoever has an email is asked to claim it as a profile.
  constraint donors_with_an_email_have_a_profile check (
    email is null or num_nonnulls(university_id, university_role, department) = 3),
  constraint agreed_donors_have_consented check ((state = 'agreed') = (num_nonnulls(consent_kind, consented_at) = 2)),
  constraint others_have_not_consented check (state = 'agreed' or num_nonnulls(consent_kind, consented_at) = 0)
);
create index kept_donors_by_expiry on kept_donors (expires_at);
create index kept_donors_by_number on kept_donors (contact_number);
create index kept_donors_of_hall on kept_donors (hall_id);
create index kept_donors_of_keeper on kept_donors (kept_by);
create index agreed_donors on kept_donors (blood_group) where state = 'agreed';

insert into kept_donors (id, email, full_name, university_id, university_role, department, blood_group, contact_number,
  last_donation_date, token_hash, imported_at, expires_at)
select id, email, full_name, university_id, university_role, department, blood_group, contact_number,
  last_donation_date, token_hash, imported_at, expires_at from imported_donors;

-- A server of the last release, which may run beside, goes on reading and writing those who are invited.
drop table imported_donors;
create view imported_donors as
  select id, email, full_name, university_id, university_role, department, blood_group, contact_number,
    last_donation_date, token_hash, imported_at, expires_at
  from kept_donors where state = 'invited';

create view agreed_donors_to_call as
  select id, full_name, department, batch, hall_id, blood_group, contact_number, ask_for, last_donation_date, rests_until,
    kept_by, consent_kind, consented_at, expires_at
  from kept_donors where state = 'agreed';

-- The ledger has what coordinators saw, too, and people without an account, whose entries are blanked when they are erased.
alter table contact_reveals drop constraint contact_reveals_occasion_check;
alter table contact_reveals add constraint contact_reveals_occasion_check check (occasion in ('offer', 'admin', 'coordinator'));

create or replace function protect_contact_reveals() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    if old.occurred_at < now() - interval '2 years' then return old; end if;
    raise exception 'An entry of the contact ledger can be deleted after two years.' using errcode = '42501';
  end if;
  if tg_op = 'UPDATE'
     and (new.reveal_id, new.event, new.occasion, new.occurred_at)
       = (old.reveal_id, old.event, old.occasion, old.occurred_at)
     and new.blood_request_id is not distinct from old.blood_request_id
     and (new.owner_id is not distinct from old.owner_id
          or new.owner_id is null and not exists (select from users where id = old.owner_id)
             and not exists (select from kept_donors where id = old.owner_id))
     and (new.viewer_id is not distinct from old.viewer_id
          or new.viewer_id is null and not exists (select from users where id = old.viewer_id)) then
    return new;
  end if;
  raise exception 'The contact ledger can only be added to.' using errcode = '42501';
end $$;

-- Who keeps donors is told of changes to them by a hint about nobody.
create function watch_kept_donors() returns trigger language plpgsql as $$
begin
  insert into live_changes (table_name) values ('kept_donors');
  return null;
end $$;
create trigger kept_donors_watch after insert or update or delete on kept_donors
  for each statement execute function watch_kept_donors();

-- A number that is kept is looked for among those of profiles.
create index donors_by_number on donors (contact_number);
