import { type Kysely, sql } from 'kysely'

/**
 * Does what the function of migration 0041 does, without sorting: of somebody with more than 50 active requests, any 50 are
 * compared, so that posting does not become slower with every request that is active.
 */
export async function up(db: Kysely<never>) {
  await sql`drop function posting_allowances(uuid[], int, int)`.execute(db)
  await sql`
    create function posting_allowances(owners uuid[], posts_per_day int, most_active int)
    returns table (owner uuid, posts_left int, active_left int, again_at timestamptz, active_needs bytea[])
    language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended(one::text, 19))
      from (select one from unnest(owners) one order by one) in_order;
      return query
      select one, posts_per_day - posted.count::int, most_active - active.count::int, posted.first + interval '24 hours',
             compared.needs
      from unnest(owners) one
      cross join lateral (
        select count(*), min(requested_at) as first from (
          (select requested_at from blood_requests
           where user_id = one and requested_at > statement_timestamp() - interval '24 hours'
           order by requested_at desc limit posts_per_day)
          union all
          (select requested_at from deleted_posts
           where user_id = one and requested_at > statement_timestamp() - interval '24 hours'
           order by requested_at desc limit posts_per_day)
          order by requested_at desc limit posts_per_day
        ) latest
        where posts_per_day is not null
      ) posted
      cross join lateral (
        select count(*) from (
          select from blood_requests where user_id = one and status = 'active' limit most_active
        ) own
        where most_active is not null
      ) active
      cross join lateral (
        select array(
          select need from blood_requests where user_id = one and status = 'active' limit 50
        ) as needs
      ) compared;
    end $$`.execute(db)
}
