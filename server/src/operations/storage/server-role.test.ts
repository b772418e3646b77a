import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { grantToServer, SERVER_ROLE } from './storage.ts'

const { db, owner } = await createTestDatabase()

test('the server owns nothing, in no schema', async () => {
  const { rows } = await sql`
    select relname from pg_class where relowner = ${SERVER_ROLE}::regrole
    union all select proname from pg_proc where proowner = ${SERVER_ROLE}::regrole
    union all select nspname from pg_namespace where nspowner = ${SERVER_ROLE}::regrole`.execute(owner)
  expect(rows).toEqual([])
})

test.each([
  ['create tables', sql`create table graphile_worker.own (id int)`],
  ['change the tables of the jobs', sql`alter table graphile_worker._private_jobs add column own int`],
  ['replace its functions', sql`drop function graphile_worker.force_unlock_workers(text[])`],
  ['record migrations as run', sql`insert into graphile_worker.migrations (id) values (1000)`],
  ['disable the policies', sql`alter table graphile_worker._private_jobs disable row level security`],
])('the server cannot %s', async (_, change) => {
  await expect(change.execute(db)).rejects.toThrow(/permission denied|must be owner/)
})

test('the server sees, adds and removes jobs, and the rights can be given at every start', async () => {
  await grantToServer(owner)
  await sql`select from graphile_worker.add_job('a job')`.execute(db)
  const { rows } = await sql<{ id: string }>`select id from graphile_worker._private_jobs`.execute(db)
  expect(rows).toHaveLength(1)
  await sql`select from graphile_worker.complete_jobs(array[${rows[0]?.id}::bigint])`.execute(db)
  expect((await sql`select from graphile_worker._private_jobs`.execute(db)).rows).toEqual([])
})
