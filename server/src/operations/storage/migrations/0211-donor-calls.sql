-- What coordinators called, and what came of it. Rows are removed after 30 days, but for the last word that a number is wrong.
create table donor_calls (
  id uuid primary key default uuidv7(),
  kept_donor_id uuid references kept_donors on delete cascade,
  user_id uuid references users on delete cascade,  -- a registered donor
  caller_id uuid references users on delete set null,
  blood_request_id uuid references blood_requests on delete set null,
  called_at timestamptz(3) not null,
  result text check (result in ('coming', 'not-today', 'no-answer', 'wrong-number', 'not-again')),
  noted_at timestamptz(3),
  -- Of a kept donor who is coming: the number of the coordinator, which the owner of the request sees, by an entry of the
  -- contact ledger.
  contact_number text check (contact_number <> ''),
  reveal_id uuid,
  ended_at timestamptz(3),  -- nobody expects them any more
  outcome text check (outcome in ('gave', 'turned-away', 'not-needed', 'did-not-come')),
  constraint donor_calls_of_one_donor check (num_nonnulls(kept_donor_id, user_id) = 1),
  constraint noted_results_have_a_time check ((result is null) = (noted_at is null)),
  -- Donors with an account offer by themselves.
  constraint kept_donors_come check (
    kept_donor_id is not null and result is not distinct from 'coming' or num_nonnulls(reveal_id, ended_at, outcome) = 0),
  constraint shown_numbers_are_of_coming_donors check (
    contact_number is null or reveal_id is not null and ended_at is null),
  constraint registered_donors_stop_themselves check (user_id is null or result is distinct from 'not-again')
);
create index calls_of_kept_donors on donor_calls (kept_donor_id, called_at);
create index calls_of_registered_donors on donor_calls (user_id, called_at);
create index calls_by_caller on donor_calls (caller_id);
create index calls_for_request on donor_calls (blood_request_id);
create index donor_calls_by_time on donor_calls (called_at);
create unique index one_coming_of_kept_donor on donor_calls (kept_donor_id) where result = 'coming' and ended_at is null;

-- The owner of a request sees the number of the coordinator who knows a donor that is coming.
alter table contact_reveals drop constraint contact_reveals_occasion_check;
alter table contact_reveals add constraint contact_reveals_occasion_check
  check (occasion in ('offer', 'admin', 'coordinator', 'club-contact'));

-- Coordinators are told of every call, the owner of a request only of those who are coming.
create function watch_donor_calls() returns trigger language plpgsql as $$
begin
  if old is not distinct from new then return null; end if;
  insert into live_changes (table_name, person_id)
  values ('donor_calls', case when 'coming' in (old.result, new.result) then
    (select user_id from blood_requests where id = coalesce(new.blood_request_id, old.blood_request_id)) end);
  return null;
end $$;
create trigger donor_calls_watch after insert or update or delete on donor_calls
  for each row execute function watch_donor_calls();
