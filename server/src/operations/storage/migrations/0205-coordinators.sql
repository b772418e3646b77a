-- Coordinators see and call the donors whom the club keeps: those of one hall, or of all halls (null). The right stands
-- beside the role.
create table coordinators (
  user_id uuid primary key references users on delete cascade,
  hall_id uuid,
  ends_at timestamptz(3) not null,
  named_by uuid references users on delete set null,
  named_at timestamptz(3) not null,
  end_announced_at timestamptz(3),
  ended_at timestamptz(3)  -- the row stays for some time, so that pages can say why they no longer open
);
create index coordinators_by_namer on coordinators (named_by);

-- Open pages learn of a change as they learn of one of the role.
create function watch_coordinators() returns trigger language plpgsql as $$
begin
  perform log_change('users', old.user_id, new.user_id);
  return null;
end $$;
create trigger coordinators_watch after insert or update or delete on coordinators
  for each row execute function watch_coordinators();

-- No statement that changes a role, suspends somebody or takes back a verification can forget the right.
create function end_coordinator() returns trigger language plpgsql as $$
begin
  update coordinators set ended_at = now() where user_id = new.id and ended_at is null;
  return null;
end $$;
create trigger users_end_coordinator after update of role, suspended_at, email_verified on users for each row
  when (old.role <> new.role or new.suspended_at is not null or not new.email_verified)
  execute function end_coordinator();
