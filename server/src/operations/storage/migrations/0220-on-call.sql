-- Coordinators and admins who are on call for an evening: the owner of an urgent request that waits sees one of them, in turn.
create table coordinators_on_call (
  user_id uuid primary key references users on delete cascade,
  contact_number text check (contact_number <> ''),  -- which owners see
  began_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,  -- at 8 in the morning, or with the last day of the right
  ended_at timestamptz(3),  -- the row stays for some time, for the turns
  last_shown_at timestamptz(3),
  constraint who_is_on_call_has_a_number check ((ended_at is null) = (contact_number is not null))
);

-- For which requests those on call were alerted, once each, and whose number the owner sees.
create table on_call_alerts (
  blood_request_id uuid references blood_requests on delete cascade,
  user_id uuid references users on delete cascade,
  alerted_at timestamptz(3) not null,
  reveal_id uuid,  -- in the contact ledger, while the owner sees the number
  primary key (blood_request_id, user_id)
);
create index on_call_alerts_of_user on on_call_alerts (user_id);
create unique index one_on_call_for_request on on_call_alerts (blood_request_id) where reveal_id is not null;

-- Triggers, as no statement may forget the end: of a right, of being on call, of a request or an account.
create or replace function end_coordinator() returns trigger language plpgsql as $$
begin
  update coordinators set ended_at = now() where user_id = new.id and ended_at is null;
  update coordinators_on_call set ended_at = now(), contact_number = null where user_id = new.id and ended_at is null;
  return null;
end $$;

create function end_on_call() returns trigger language plpgsql as $$
begin
  update coordinators_on_call set ended_at = now(), contact_number = null where user_id = new.user_id and ended_at is null;
  return null;
end $$;
create trigger coordinators_end_on_call after update of ended_at on coordinators for each row
  when (new.ended_at is not null) execute function end_on_call();

create function watch_coordinators_on_call() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    old.last_shown_at := new.last_shown_at;
    if new.ended_at is not null then
      update on_call_alerts set reveal_id = null where user_id = new.user_id and reveal_id is not null;
    end if;
  end if;
  if old is distinct from new then
    perform log_change('coordinators_on_call', old.user_id, new.user_id);
    -- The owners who see the number.
    perform log_change('on_call_alerts', variadic array(
      select blood_requests.user_id from on_call_alerts join blood_requests on blood_requests.id = blood_request_id
       where on_call_alerts.user_id = new.user_id and reveal_id is not null));
  end if;
  return null;
end $$;
create trigger coordinators_on_call_watch after insert or update or delete on coordinators_on_call
  for each row execute function watch_coordinators_on_call();

-- A request that is closed, or that members have reported, shows nobody.
create function end_on_call_alerts() returns trigger language plpgsql as $$
begin
  update on_call_alerts set reveal_id = null where blood_request_id = new.id and reveal_id is not null;
  return null;
end $$;
create trigger blood_requests_end_on_call_alerts
  after update of status, is_hidden, hidden_at, alerts_stopped_at on blood_requests for each row
  when (new.status <> 'active' or new.is_hidden or new.hidden_at is not null or new.alerts_stopped_at is not null)
  execute function end_on_call_alerts();

-- The ledger has each end, also of requests and accounts that are deleted.
create function watch_on_call_alerts() returns trigger language plpgsql as $$
begin
  if old.reveal_id is not distinct from new.reveal_id then return null; end if;
  insert into contact_reveals (reveal_id, event, owner_id, viewer_id, occasion, blood_request_id)
  select reveal_id, 'ended', owner_id, viewer_id, occasion, blood_request_id
    from contact_reveals where reveal_id = old.reveal_id and event = 'began'
  on conflict do nothing;
  perform log_change('on_call_alerts',
    (select user_id from blood_requests where id = coalesce(new.blood_request_id, old.blood_request_id)));
  return null;
end $$;
create trigger on_call_alerts_watch after insert or update or delete on on_call_alerts
  for each row execute function watch_on_call_alerts();
