-- When the planner last looked for donors for a request, whether or not it found any. Its owner is told then, and only then:
-- a hint when donors are asked, or when the alert of an erased donor goes, would tell of a certain donor.
alter table blood_requests add column sought_at timestamptz(3);
update blood_requests set sought_at = (
  select max(planned_at) from alert_waves where blood_request_id = blood_requests.id and kind = 'wave')
 where status = 'active';

drop trigger alerts_live_insert on alerts;
drop trigger alerts_live_delete on alerts;
create function log_search_for_donors() returns trigger language plpgsql as $$
begin
  insert into live_changes (table_name, person_id) values ('alerts', new.user_id);
  return null;
end $$;
create trigger blood_requests_search_for_donors after update of sought_at on blood_requests for each row
  when (old.sought_at is distinct from new.sought_at) execute function log_search_for_donors();

-- Not read any more. The last release still writes it.
alter table alert_waves alter column is_exhausted set default false;
