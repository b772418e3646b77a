import { type Kysely, sql } from 'kysely'

/**
 * Lets the owner of an account sign in while somebody else guesses its password or requests links for it.
 *
 * Known browsers: their cookies contain the time in `devices_known_since`. A new password changes it, which invalidates
 * cookies that were issued for an older password (`identity/cookies/known-devices.ts`).
 *
 * Mail links: several links of one person and purpose are valid at the same time, so that requesting another one does not
 * invalidate the one that the owner is about to open.
 *
 * Attempts: one statement counts several limits together, each only if all of them allow the attempt. Concurrent calls lock
 * the rows in the same order. The keys of an account are a range, which the collation `C` turns into an index range.
 */
export async function up(db: Kysely<never>) {
  await sql`alter table users add column devices_known_since timestamptz(3) not null default now()`.execute(
    db,
  )

  await sql`alter table mail_links drop constraint mail_links_pkey`.execute(db)
  await sql`alter table mail_links drop constraint mail_links_token_hash_key`.execute(db)
  await sql`alter table mail_links add primary key (token_hash)`.execute(db)
  await sql`create index mail_links_of_user on mail_links (user_id, purpose)`.execute(db)

  // The keys are now computed differently, so the existing rows would never be found.
  await sql`delete from attempt_limits`.execute(db)
  await sql`alter table attempt_limits alter column key type text collate "C"`.execute(db)
  await sql`alter table attempt_limits alter column expire set not null`.execute(db)
  await sql`
    create function count_attempt(
      keys text[], max_points integer[], durations_ms bigint[], pauses_ms bigint[], now_ms bigint
    ) returns table (key text, expire bigint, is_refused boolean, is_first_refusal boolean)
    language plpgsql as $$
    #variable_conflict use_column
    declare
      any_refused boolean := false;
    begin
      for key, expire, is_refused, is_first_refusal in
        with wanted as (
          select * from unnest(keys, max_points, durations_ms, pauses_ms) as t (key, most, duration, pause)
        ), counted as (
          insert into attempt_limits as stored (key, points, expire)
          select key, 1, now_ms + duration from wanted order by key
          on conflict (key) do update set
            points = case when stored.expire <= now_ms then 1 else stored.points + 1 end,
            expire = case when stored.expire <= now_ms then excluded.expire else stored.expire end
          returning stored.key, stored.points, stored.expire
        )
        select key, case when points = most + 1 and pause > 0 then now_ms + pause else expire end,
               points > most, points = most + 1
          from counted join wanted using (key)
      loop
        any_refused := any_refused or is_refused;
        return next;
      end loop;
      if any_refused then
        -- A refused attempt counts nowhere. A limit that refuses stays one past its maximum, so that the next refusal
        -- is not taken for the first, which begins the pause.
        update attempt_limits set
          points = case when points > most then most + 1 else points - 1 end,
          expire = case when points = most + 1 and pause > 0 then now_ms + pause else expire end
          from unnest(keys, max_points, pauses_ms) as wanted (key, most, pause)
         where attempt_limits.key = wanted.key;
      end if;
    end $$`.execute(db)
}
