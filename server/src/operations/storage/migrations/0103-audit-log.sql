-- What admins did. No foreign keys and no personal data, so that an entry outlives the person whom it is about.
create table audit_entries (
  id uuid primary key default uuidv7(),
  actor_id uuid not null,
  action text not null,
  target_id uuid,  -- null for an export of many records
  before jsonb,
  after jsonb,
  at timestamptz(3) not null default now()
);
create index audit_entries_by_time on audit_entries (at, id);
create index audit_entries_of_actor on audit_entries (actor_id, at, id);
create index audit_entries_by_action on audit_entries (action, at, id);
create index audit_entries_of_target on audit_entries (target_id, at, id);

-- Entries can only be inserted and read, also by the owner: with an operator's PostgreSQL, the server owns the tables.
revoke update, delete, truncate on audit_entries from public, current_user;
