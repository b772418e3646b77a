-- How servers and pages learn of changes: which cached replies hold no longer, and which lists pages fetch again.
-- Counts the statements that change a table (platform/database/table-versions.ts). Sequences count independently of
-- transactions, so that nobody waits; after the statement, so that its transaction has a number before.
create function count_change() returns trigger language plpgsql as $$
begin
  perform nextval(tg_argv[0]::regclass);
  return null;
end $$;

-- The log that live streams look at (platform/live); entries are removed after minutes. They have the number of their
-- transaction, so that a reader misses none that commits late. Unlogged, because a reader that finds PostgreSQL
-- restarted fetches everything again. No foreign key: the entry of an erased person ends their streams.
create unlogged table live_changes (
  transaction xid8 not null default pg_current_xact_id(),
  table_name text not null,
  person_id uuid,  -- whom the changed row is about
  changed_at timestamptz(3) not null default now()
);
create index live_changes_by_transaction on live_changes (transaction);
create index live_changes_by_time on live_changes (changed_at);

-- Updates count if they are of a column that a cached reply shows or is selected by, and are logged if a page shows it.
-- A generated column counts with those that it is made of. A trigger for columns can have no table of changed rows.
do $do$
declare
  of_donors constant text := 'full_name, university_role, department, blood_group, contact_number, is_verified,
    is_available, allow_contact_visibility, is_profile_active, is_hidden, registered_at, last_donation_date,
    recorded_donation_date';
  of_requests constant text := 'patient_name, required_blood_group, units_required, hospital_name, hospital_location,
    contact_person, contact_number, urgency, additional_info, status, is_hidden, requested_at, needed_by, confirmed_at,
    unconfirmed_since, hidden_at';
  of_owners constant text := ', user_id, closed_at, closed_by_admin_at, closing_reason, thank_you, thank_you_chosen_at';
  -- An offer or a donation is about the donor and about whoever posted the request.
  both_people constant text := 'user_id, (select user_id from blood_requests where id = changed.blood_request_id)';
  logged record;
begin
  for logged in select * from (values
    ('users', 'id', 'email, role, email_verified, suspended_at', null),
    -- A session that ends ends the streams that it opened.
    ('sessions', 'user_id', null, null),
    -- Whoever posted a request is told that donors were asked, but not what they answer.
    ('alerts', 'requester_id', null, null),
    ('donors', 'user_id', of_donors, of_donors),
    ('blood_requests', 'user_id', of_requests || ', thank_you_chosen_at', of_requests || of_owners),
    -- The list of requests shows how many offers stand and how many units were given.
    ('offers', both_people, 'blood_request_id, status, contact_until, on_the_way_said_at',
     'blood_request_id, status'),
    ('donations', both_people, 'user_id, blood_request_id, donated_on, is_withdrawn, disputed_at, thank_you',
     'user_id, blood_request_id, is_withdrawn, disputed_at')
  ) tables (name, people, shown, cached) loop
    execute format($$
      create function log_%1$s() returns trigger language plpgsql as $body$
      begin
        if tg_level = 'ROW' then
          insert into live_changes (table_name, person_id)
          select '%1$s', person from (select new.*) changed, unnest(array[%2$s]) person where person is not null;
        else
          insert into live_changes (table_name, person_id)
          select distinct '%1$s', person from changed, unnest(array[%2$s]) person where person is not null;
        end if;
        return null;
      end $body$;
      create trigger %1$s_live_insert after insert on %1$s referencing new table as changed
        for each statement execute function log_%1$s();
      create trigger %1$s_live_delete after delete on %1$s referencing old table as changed
        for each statement execute function log_%1$s()$$, logged.name, logged.people);
    if logged.shown is not null then
      execute format('create trigger %1$s_live_update after update of %2$s on %1$s
        for each row execute function log_%1$s()', logged.name, logged.shown);
    end if;
    if logged.cached is not null then
      -- A sequence has the same value before and after its first use.
      execute format($$
        create sequence if not exists %1$s_changes;
        select nextval('%1$s_changes');
        create trigger %1$s_change after insert or delete or truncate or update of %2$s on %1$s
          for each statement execute function count_change('%1$s_changes')$$, logged.name, logged.cached);
    end if;
  end loop;
end $do$;

-- What only admins see is about no person who listens.
create function log_change_for_admins() returns trigger language plpgsql as $$
begin
  insert into live_changes (table_name) values (tg_table_name);
  return null;
end $$;
create trigger audit_entries_live_insert after insert on audit_entries
  for each statement execute function log_change_for_admins();
-- Not for each statement: once a minute one looks for old cases, and mostly finds none.
create trigger report_cases_live_change after insert or update or delete on report_cases
  for each row execute function log_change_for_admins();
create trigger reports_live_change after insert or update or delete on reports
  for each row execute function log_change_for_admins();
