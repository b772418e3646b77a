import { type Kysely, sql } from 'kysely'

/**
 * Computes how many blood requests an account may still post (`features/blood-requests/insert-batch.ts`).
 *
 * Deleted requests count as well, so that deleting does not circumvent the limit: `deleted_posts` holds the times of
 * requests that were deleted within 24 hours of posting. The advisory lock lets one transaction at a time post for an
 * account. The function is volatile, so its query has its own snapshot, taken after the lock, and counts what the previous
 * transaction has committed. Pass the owners of a batch in a fixed order: two batches that lock the same owners in opposite
 * orders would deadlock.
 */
export async function up(db: Kysely<never>) {
  await sql`
    create table deleted_posts (
      user_id uuid not null references users on delete cascade,
      requested_at timestamptz(3) not null
    )`.execute(db)
  await sql`create index deleted_posts_of_user on deleted_posts (user_id, requested_at desc)`.execute(db)
  await sql`create index deleted_posts_by_time on deleted_posts (requested_at)`.execute(db)
  await sql`
    create index active_blood_requests_of_user on blood_requests (user_id) where status = 'active'`.execute(
    db,
  )
  // A limit that is null is switched off; what remains of it is then null, too.
  await sql`
    create function posting_allowance(
      owner uuid, posts_per_day int, most_active int,
      out posts_left int, out active_left int, out again_at timestamptz
    ) language plpgsql volatile as $$
    declare
      day_ago constant timestamptz := statement_timestamp() - interval '24 hours';
    begin
      perform pg_advisory_xact_lock(hashtextextended(owner::text, 19));
      if posts_per_day is not null then
        select posts_per_day - count(*), min(requested_at) + interval '24 hours' into posts_left, again_at
        from (
          (select requested_at from blood_requests where user_id = owner and requested_at > day_ago
           order by requested_at desc limit posts_per_day)
          union all
          (select requested_at from deleted_posts where user_id = owner and requested_at > day_ago
           order by requested_at desc limit posts_per_day)
          order by requested_at desc limit posts_per_day
        ) latest;
      end if;
      if most_active is not null then
        select most_active - count(*) into active_left
        from (select from blood_requests where user_id = owner and status = 'active' limit most_active) active;
      end if;
    end $$`.execute(db)
}
