create table donors (
  id uuid primary key default uuidv7(),
  user_id uuid not null unique references users on delete cascade,
  email text not null,  -- as in the account, for the search of admins
  full_name text not null check (full_name <> ''),
  university_id text not null check (university_id <> ''),
  university_role text not null check (university_role in ('student', 'faculty', 'staff')),
  department text not null check (department <> ''),
  blood_group text not null check (blood_group in ('A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-')),
  contact_number text not null check (contact_number <> ''),
  allow_contact_visibility boolean not null,
  is_available boolean not null,
  registered_at timestamptz(3) not null default now(),
  is_imported boolean not null default false,  -- an operator had this person on the club's list, which alerts trust
  is_verified boolean not null default false,
  is_profile_active boolean not null default true,
  verification_changed_at timestamptz(3),  -- when an admin last changed these, of which the donor is told
  activation_changed_at timestamptz(3),
  is_hidden boolean not null default false,  -- their account is suspended; so partial indexes leave them out
  last_donation_date date,  -- as entered by the donor
  recorded_donation_date date,  -- of the last donation that was recorded here
  latest_donation_date date generated always as (greatest(last_donation_date, recorded_donation_date)) stored,
  -- Before this time the donor is asked for nothing; infinity: alerts are off, or paused until the donor returns.
  alerts_from timestamptz(3) not null default '-infinity',
  last_alerted_at timestamptz(3),
  alert_order real not null default random(),  -- among those who were asked at the same time, or never
  -- A number that the donor does not show is not in it, so that no search can tell whether it is somebody's.
  search_text text not null generated always as (
    lower(full_name || ' ' || email || ' ' || university_id || ' ' || department
      || case when allow_contact_visibility then ' ' || regexp_replace(contact_number, '[^0-9]', '', 'g') else '' end)
  ) stored
) with (autovacuum_analyze_scale_factor = 0.02);
-- A search lists those who can donate and show their number, others who can donate, then those who cannot yet. The date
-- is in the index, so that the rows of another part are not read.
create index available_donors on donors (
  blood_group, allow_contact_visibility desc, is_verified desc, registered_at desc, id desc,
  (coalesce(latest_donation_date, '-infinity'::date))
) where is_available and is_profile_active and not is_hidden;
create index donors_to_alert on donors (blood_group, last_alerted_at nulls first, alert_order)
  where is_available and is_profile_active and not is_hidden;

-- Alerts write new versions of rows, whose texts are added to a list of pending entries. A planner that found the usual
-- list full waited 300 to 700 ms; a larger one is moved by ANALYZE, which runs more often.
create index donors_by_text on donors using gin (search_text gin_trgm_ops) with (gin_pending_list_limit = 16384);
-- With 100 samples, a name in 800 records was taken for a frequent one, and the whole list was read. With 1000, ANALYZE
-- took 180 MB on 200,000 requests; with 300 it takes 60 and plans the same.
alter table donors alter column search_text set statistics 300;

-- The lists of admins: an index for each order, and one for the filters.
create index donors_by_registration on donors (registered_at, id);
create index donors_by_name on donors (lower(full_name), id);
create index donors_by_department on donors (lower(department), id);
create index donors_by_group on donors (blood_group, id);
create index donors_by_filters on donors (blood_group, is_verified, is_profile_active, is_available);

-- Hides a record that is stored while its owner is being suspended: the insert and the suspension wait for each other.
create function hide_record_of_suspended() returns trigger language plpgsql as $$
begin
  select suspended_at is not null into new.is_hidden from users where id = new.user_id for share;
  new.is_hidden := coalesce(new.is_hidden, false);  -- without a user the foreign key refuses the record
  return new;
end $$;
create trigger hide_record_of_suspended before insert on donors
  for each row execute function hide_record_of_suspended();

-- What an imported list says about people, until they claim it as their donor profile or it is erased. They have no
-- account: the table refers to no other, so that no list, search or count can find them.
create table imported_donors (
  id uuid primary key default uuidv7(),
  email text not null unique check (email = lower(email)),
  full_name text not null check (full_name <> ''),
  university_id text not null check (university_id <> ''),
  university_role text not null check (university_role in ('student', 'faculty', 'staff')),
  department text not null check (department <> ''),
  blood_group text not null check (blood_group in ('A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-')),
  contact_number text not null check (contact_number <> ''),
  last_donation_date date,
  token_hash bytea unique,  -- null until the email with the link is written
  imported_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  check (expires_at > imported_at)
);
create index imported_donors_by_expiry on imported_donors (expires_at);

-- By a keyed hash of the address: the next import of the same list must not write to them again.
create table declined_imports (
  email_hash text primary key,
  declined_at timestamptz(3) not null
);
