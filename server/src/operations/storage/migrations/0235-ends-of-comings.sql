-- Triggers, as no statement may forget the end of what the owner of a request sees of a donor who is coming: the request is
-- over or hidden, or the coordinator may call nobody any more. In the second case the donor still comes, and whoever notes it
-- anew is the contact.
create function end_shown_contact() returns trigger language plpgsql as $$
begin
  if new.result = 'coming' and new.kept_donor_id is not null and new.blood_request_id is null then
    new.ended_at := coalesce(new.ended_at, now());
  end if;
  if new.caller_id is null or new.ended_at is not null then new.contact_number := null; end if;
  return new;
end $$;
create trigger donor_calls_end_contact before update on donor_calls for each row execute function end_shown_contact();

create function end_comings() returns trigger language plpgsql as $$
begin
  update donor_calls set ended_at = now()
   where blood_request_id = new.id and result = 'coming' and kept_donor_id is not null and ended_at is null;
  return null;
end $$;
create trigger blood_requests_end_comings after update of status, is_hidden, hidden_at on blood_requests for each row
  when (new.status <> 'active' or new.is_hidden or new.hidden_at is not null)
  execute function end_comings();

-- At the commit, because calls are locked after all others. Who notes a call holds the right, so it is over before or after.
create function end_contacts_of(person uuid) returns void language sql as $$
  update donor_calls set contact_number = null
   where caller_id = person and contact_number is not null and not exists (
     select from users left join coordinators on coordinators.user_id = users.id
      where users.id = person and suspended_at is null and email_verified
        and (role = 'admin' or coordinators.ended_at is null and ends_at > now()
             and (hall_id is null or hall_id = (select hall_id from kept_donors where id = kept_donor_id))));
$$;
create function end_contacts_of_user() returns trigger language plpgsql as $$
begin
  perform end_contacts_of(new.id);
  return null;
end $$;
create constraint trigger users_end_contacts after update of role, suspended_at, email_verified on users
  deferrable initially deferred for each row
  when (old.role <> new.role or new.suspended_at is not null or not new.email_verified)
  execute function end_contacts_of_user();
create function end_contacts_of_coordinator() returns trigger language plpgsql as $$
begin
  perform end_contacts_of(new.user_id);
  return null;
end $$;
create constraint trigger coordinators_end_contacts after insert or update of hall_id, ends_at, ended_at on coordinators
  deferrable initially deferred for each row execute function end_contacts_of_coordinator();

-- The ledger has each end, also of requests, donors and accounts that are deleted.
create or replace function watch_donor_calls() returns trigger language plpgsql as $$
begin
  if old is not distinct from new then return null; end if;
  if old.contact_number is not null and new.contact_number is null then
    insert into contact_reveals (reveal_id, event, owner_id, viewer_id, occasion, blood_request_id)
    select reveal_id, 'ended', owner_id, viewer_id, occasion, blood_request_id
      from contact_reveals where reveal_id = old.reveal_id and event = 'began'
    on conflict do nothing;
  end if;
  insert into live_changes (table_name, person_id)
  values ('donor_calls', case when 'coming' in (old.result, new.result) then
    (select user_id from blood_requests where id = coalesce(new.blood_request_id, old.blood_request_id)) end);
  return null;
end $$;
