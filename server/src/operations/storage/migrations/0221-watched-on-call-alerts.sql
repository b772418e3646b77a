-- Each change of a row is seen by the owner's pages, of new columns too.
create or replace function watch_on_call_alerts() returns trigger language plpgsql as $$
begin
  if old.reveal_id is distinct from new.reveal_id then
    -- The ledger has each end, also of requests and accounts that are deleted.
    insert into contact_reveals (reveal_id, event, owner_id, viewer_id, occasion, blood_request_id)
    select reveal_id, 'ended', owner_id, viewer_id, occasion, blood_request_id
      from contact_reveals where reveal_id = old.reveal_id and event = 'began'
    on conflict do nothing;
  end if;
  if old is distinct from new then
    perform log_change('on_call_alerts',
      (select user_id from blood_requests where id = coalesce(new.blood_request_id, old.blood_request_id)));
  end if;
  return null;
end $$;
