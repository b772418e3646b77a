import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { WithLabel } from './caller.ts'

type Setup = { db: Database; withLabel: WithLabel; known: Record<'admin' | 'member', { id: string }> }

/**
 * Executes the statements inside of the database functions one by one, because they are not explained when a function is
 * called. A test lists the functions.
 */
export async function repeatFunctionStatements({ db, withLabel, known }: Setup): Promise<void> {
  await withLabel('start_session()', async () => {
    const owner = sql.lit(known.admin.id)
    await sql`select from users where id = ${owner} for no key update`.execute(db)
    await sql`delete from sessions where token = 'nobody has it'`.execute(db)
    await sql`delete from sessions where id in (
      select id from sessions where user_id = ${owner} and token <> 'nobody has it'
      order by created_at desc, id desc offset 19)`.execute(db)
  })
  await withLabel('posting_allowance()', async () => {
    const owner = sql.lit(known.member.id)
    const dayAgo = sql`statement_timestamp() - interval '24 hours'`
    const latest = (table: string) => sql`
      (select requested_at from ${sql.table(table)} where user_id = ${owner} and requested_at > ${dayAgo}
        order by requested_at desc limit 20)`
    await sql`select 20 - count(*), min(requested_at) from (
      ${latest('blood_requests')} union all ${latest('deleted_posts')}
      order by requested_at desc limit 20) latest`.execute(db)
    await sql`select 10 - count(*), array_agg(need) from (
      select need from blood_requests where user_id = ${owner} and status = 'active' limit 50) active`.execute(
      db,
    )
  })
  await withLabel('log_offers()', () =>
    sql`insert into live_changes (table_name, person_id)
      select 'offers', id from (
        values ((select user_id from blood_requests where id = ${known.member.id}))) people (id)`.execute(db),
  )
  await withLabel('hide_record_of_suspended()', () =>
    sql`select suspended_at is not null from users where id = ${known.member.id} for share`.execute(db),
  )
  await withLabel('count_attempt()', async () => {
    const keys = sql`array['a key', 'another key']`
    await sql`
      insert into attempt_limits as stored (key, points, expire) select key, 1, 0 from unnest(${keys}) as key
      on conflict (key) do update set points = stored.points + 1`.execute(db)
    await sql`
      update attempt_limits set points = points - 1 from unnest(${keys}) as wanted (key)
       where attempt_limits.key = wanted.key`.execute(db)
  })
  await withLabel('delete_from_outbox()', async () => {
    await sql`delete from graphile_worker._private_jobs where id = 1 and locked_at is null`.execute(db)
    await sql`update graphile_worker._private_jobs set attempts = 0 where id = 1`.execute(db)
  })
  await withLabel('insert_into_outbox()', () =>
    sql`update graphile_worker._private_jobs set attempts = 1 where id = 1`.execute(db),
  )
  await withLabel('keep_one_admin()', () =>
    sql`select from users where role = 'admin' and id <> ${known.admin.id}`.execute(db),
  )
}
