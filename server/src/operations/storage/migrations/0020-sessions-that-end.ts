import { type Kysely, sql } from 'kysely'

/**
 * Unused sessions end, and so does the oldest session beyond a person's limit. Existing sessions count as used at the time
 * of the update, so that it signs nobody out.
 *
 * A function starts the session: one statement does not see sessions that start after it began, but each statement of a
 * function sees all sessions that were started while it waited for the lock.
 */
export async function up(db: Kysely<never>) {
  await sql`alter table sessions add column last_used_at timestamptz(3) not null default now()`.execute(db)
  await sql`create index sessions_by_last_use on sessions (last_used_at)`.execute(db)

  // Serves the paged list of a person's sessions, and finds the oldest ones.
  await sql`drop index sessions_of_user`.execute(db)
  await sql`create index sessions_of_user on sessions (user_id, created_at, id)`.execute(db)

  await sql`
    create function start_session(
      owner uuid, new_token text, lifetime interval, address text, agent text,
      replaced_token text, max_sessions integer
    ) returns boolean language plpgsql as $$
    begin
      -- One after the other for each person, also at several servers.
      perform from users where id = owner for no key update;
      if not found then
        return false;
      end if;
      delete from sessions where token = replaced_token;
      insert into sessions (user_id, token, expires_at, ip_address, user_agent, created_at)
      values (owner, new_token, clock_timestamp() + lifetime, address, agent, clock_timestamp());
      if max_sessions is not null then
        delete from sessions where id in (
          select id from sessions where user_id = owner and token <> new_token
          order by created_at desc, id desc offset max_sessions - 1);
      end if;
      return true;
    end $$`.execute(db)
}
