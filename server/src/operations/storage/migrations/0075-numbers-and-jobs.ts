import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>) {
  // Jobs of killed servers are recognized by how long they are locked.
  await sql`drop table job_servers`.execute(db)

  // Servers no longer read what other servers write about the numbers sent to an account. Both indexes go with the column.
  await sql`alter table numbers_sent drop column written_at, drop column written_by`.execute(db)
  await sql`create index numbers_sent_of_user on numbers_sent (user_id, sent_at)`.execute(db)
  await sql`create index numbers_sent_by_time on numbers_sent (sent_at)`.execute(db)

  // What an account may still post. A limit that is null is switched off, and so is what remains of it; a need that is null
  // is not compared. The lock lets one transaction at a time post for an account. The function is volatile, so its queries
  // have snapshots from after the lock and see what the previous transaction has committed; their plans are generic, as
  // planning costs more than counting.
  await sql`drop function posting_allowances(uuid[], int, int)`.execute(db)
  await sql`
    create function posting_allowance(
      owner uuid, posts_per_day int, most_active int, new_need bytea,
      out posts_left int, out active_left int, out again_at timestamptz, out is_similar boolean
    ) language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
    declare
      day_ago constant timestamptz := statement_timestamp() - interval '24 hours';
    begin
      if coalesce(posts_per_day, most_active) is null and new_need is null then
        return;
      end if;
      perform pg_advisory_xact_lock(hashtextextended(owner::text, 19));
      -- Deleted requests count, too, so that deleting does not circumvent the limit.
      select posts_per_day - count(*), min(requested_at) + interval '24 hours' into posts_left, again_at
        from (
          (select requested_at from blood_requests where user_id = owner and requested_at > day_ago
           order by requested_at desc limit posts_per_day)
          union all
          (select requested_at from deleted_posts where user_id = owner and requested_at > day_ago
           order by requested_at desc limit posts_per_day)
          order by requested_at desc limit posts_per_day
        ) latest
       where posts_per_day is not null;
      select most_active - count(*), bool_or(need = new_need) into active_left, is_similar
        from blood_requests where user_id = owner and status = 'active';
    end $$`.execute(db)
}
