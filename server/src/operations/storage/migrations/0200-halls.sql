-- The halls of residence that admins list. One that is deleted becomes no hall of its donors.
create table halls (
  id uuid primary key default uuidv7(),
  name text not null check (name <> '')
);
create unique index halls_by_name on halls (lower(btrim(name)));

alter table donors add column hall_id uuid references halls on delete set null;
create index donors_of_hall on donors (hall_id);
