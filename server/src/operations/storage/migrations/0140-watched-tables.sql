-- One trigger for each watched table advances the sequence that cached replies depend on (platform/database/table-versions.ts)
-- and writes the log that live streams read (platform/live). Each update counts, of new columns too, unless it is only of
-- columns that a function below names. Those are written when donors are asked or answer: no reply that is cached shows them,
-- and a hint would tell of a certain donor.
drop function log_users, log_donors, log_blood_requests, log_offers, log_donations, log_alerts cascade;
drop trigger blood_requests_thanks_change on blood_requests;

create function log_change(changed_table text, variadic people uuid[]) returns void language plpgsql as $$
begin
  insert into live_changes (table_name, person_id)
  select distinct changed_table, person from unnest(people) person where person is not null;
end $$;

-- Setting the columns back and comparing whole rows takes 3 µs a row; comparing them as jsonb took 20. The old row of an
-- insert and the new one of a delete are null.
create function watch_donors() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    old.alerts_from := new.alerts_from;
    old.last_alerted_at := new.last_alerted_at;
    old.alert_order := new.alert_order;
  end if;
  if old is distinct from new then
    perform nextval('donors_changes');
    perform log_change('donors', old.user_id, new.user_id);
  end if;
  return null;
end $$;
create trigger donors_watch after insert or update or delete on donors
  for each row execute function watch_donors();

create function watch_blood_requests() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    old.next_wave_at := new.next_wave_at;
    old.sought_at := new.sought_at;
    old.held_back_at := new.held_back_at;
    old.alerts_stopped_at := new.alerts_stopped_at;
  end if;
  if old is distinct from new then
    perform nextval('blood_requests_changes');
    perform log_change('blood_requests', old.user_id, new.user_id);
  end if;
  return null;
end $$;
create trigger blood_requests_watch after insert or update or delete on blood_requests
  for each row execute function watch_blood_requests();

-- An offer or a donation is about the donor and about whoever posted the request.
create function watch_offers_and_donations() returns trigger language plpgsql as $$
begin
  if old is distinct from new then
    perform nextval(tg_argv[0]::regclass);
    perform log_change(tg_table_name, old.user_id, new.user_id,
      (select user_id from blood_requests where id = coalesce(new.blood_request_id, old.blood_request_id)));
  end if;
  return null;
end $$;
create trigger offers_watch after insert or update or delete on offers
  for each row execute function watch_offers_and_donations('offers_changes');
create trigger donations_watch after insert or update or delete on donations
  for each row execute function watch_offers_and_donations('donations_changes');

create function watch_users() returns trigger language plpgsql as $$
begin
  if old is distinct from new then perform log_change('users', old.id, new.id); end if;
  return null;
end $$;
create trigger users_watch after insert or update or delete on users
  for each row execute function watch_users();

-- Nobody but an operator empties a table.
create or replace trigger donors_change after truncate on donors
  for each statement execute function count_change('donors_changes');
create or replace trigger blood_requests_change after truncate on blood_requests
  for each statement execute function count_change('blood_requests_changes');
create or replace trigger offers_change after truncate on offers
  for each statement execute function count_change('offers_changes');
create or replace trigger donations_change after truncate on donations
  for each statement execute function count_change('donations_changes');
