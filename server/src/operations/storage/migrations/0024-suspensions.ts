import { type Kysely, sql } from 'kysely'

/**
 * Adds suspensions. A column hides the records of suspended users from members, so that partial indexes leave them out, and
 * so that hiding counts as a change of these tables and invalidates the cached lists of every server.
 *
 * The suspension sets the column (`workflows/suspensions/hide-records.ts`). A trigger sets it for a record that is stored
 * while its owner is being suspended: the row lock makes the insert wait for the suspension, or the other way round. An
 * admin must be demoted before being suspended, so that there is always an admin who is not suspended.
 */
export async function up(db: Kysely<never>) {
  await sql`alter table users add column suspended_at timestamptz(3)`.execute(db)
  await sql`
    alter table users add constraint admins_are_not_suspended
    check (role <> 'admin' or suspended_at is null)`.execute(db)
  await sql`
    create table suspensions (
      user_id uuid primary key references users on delete cascade,
      reason text not null
        check (reason in ('collecting-contacts', 'false-requests', 'asking-for-money', 'harassment', 'other')),
      note text check (note <> ''),
      suspended_at timestamptz(3) not null default now()
    )`.execute(db)

  for (const table of ['donors', 'blood_requests'])
    await sql`alter table ${sql.table(table)} add column is_hidden boolean not null default false`.execute(db)
  await sql`drop index available_donors`.execute(db)
  await sql`
    create index available_donors on donors (blood_group, is_verified desc, registered_at desc, id desc)
    where is_available and is_profile_active and not is_hidden`.execute(db)
  await sql`drop index active_blood_requests`.execute(db)
  await sql`
    create index active_blood_requests on blood_requests (requested_at desc, id desc)
    where status = 'active' and not is_hidden`.execute(db)

  await sql`
    create function hide_record_of_suspended() returns trigger language plpgsql as $$
    begin
      select suspended_at is not null into new.is_hidden from users where id = new.user_id for share;
      -- Without a user the foreign key refuses the record.
      new.is_hidden := coalesce(new.is_hidden, false);
      return new;
    end $$`.execute(db)
  for (const table of ['donors', 'blood_requests'])
    await sql`
      create trigger hide_record_of_suspended before insert on ${sql.table(table)} for each row
      execute function hide_record_of_suspended()`.execute(db)

  // As before, but a suspended user gets a session of one hour, to download or erase their data.
  await sql`
    drop function start_session(uuid, text, interval, text, text, text, integer)`.execute(db)
  await sql`
    create function start_session(
      owner uuid, new_token text, lifetime interval, address text, agent text,
      replaced_token text, max_sessions integer, out is_started boolean, out is_suspended boolean
    ) language plpgsql as $$
    begin
      -- One after the other for each person, also at several servers.
      select suspended_at is not null into is_suspended from users where id = owner for no key update;
      is_started := found;
      if not is_started then
        return;
      end if;
      if is_suspended then
        lifetime := least(lifetime, interval '1 hour');
      end if;
      delete from sessions where token = replaced_token;
      insert into sessions (user_id, token, expires_at, ip_address, user_agent, created_at)
      values (owner, new_token, clock_timestamp() + lifetime, address, agent, clock_timestamp());
      if max_sessions is not null then
        delete from sessions where id in (
          select id from sessions where user_id = owner and token <> new_token
          order by created_at desc, id desc offset max_sessions - 1);
      end if;
    end $$`.execute(db)
}
