import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { createAttemptLimits } from '../../identity/access/attempt-limits.ts'
import { startJobs } from '../../platform/jobs/run-jobs.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeUser } from '../../testing/stored.ts'
import { AUTH_SECRET } from '../../testing/test-app.ts'
import { HOUSEKEEPING_SCHEDULE, housekeepingJobs } from './housekeeping.ts'

const { db, owner, address } = await createTestDatabase()

const warnings: object[] = []
const log = { warn: (details: object) => void warnings.push(details) }
const { limits } = readConfig({})
const housekeeping = {
  db,
  limits,
  attempts: createAttemptLimits(db, { settings: limits, secret: AUTH_SECRET, now: () => new Date() }),
  recordSecurityEvent: () => {},
  now: () => new Date(),
  log,
}
const tasks = housekeepingJobs(housekeeping)

test('once an hour expired rows are removed, and no others', async () => {
  const { id } = await storeUser(db)
  for (const [name, offset] of Object.entries({ old: '-1 second', new: '1 day' })) {
    await sql`insert into sessions (user_id, token, expires_at) values (${id}, ${name}, now() + ${offset}::interval)`.execute(
      db,
    )
    await sql`insert into attempt_limits (key, points, expire)
      values (${name}, 1, (extract(epoch from now() + ${offset}::interval) * 1000)::bigint)`.execute(db)
  }
  await sql`insert into deleted_posts values
    (${id}, now() - interval '24 hours 1 second'), (${id}, now() - interval '23 hours')`.execute(db)
  await sql`insert into mail_links (user_id, purpose, token_hash, expires_at) values (${id}, 'verify-email', 'old', now() - interval '1 second'),
    (${id}, 'reset-password', 'new', now() + interval '1 day')`.execute(db)
  for (const hours of [47, 49])
    await sql`
      with job as (select id from graphile_worker.add_job('send-push', max_attempts => 1))
      select from job, graphile_worker.permanently_fail_jobs(array[job.id], ${String(hours)})`.execute(db)
  await sql`
    update graphile_worker._private_jobs
       set updated_at = now() - make_interval(hours => last_error::int),
           run_at = now() - make_interval(hours => last_error::int)`.execute(db)
  // No server was running in the last hour.
  for (const { task } of HOUSEKEEPING_SCHEDULE)
    await sql`
      insert into graphile_worker._private_known_crontabs
      values (${task}, now() - interval '1 day', now() - interval '61 minutes')`.execute(owner)

  const jobs = startJobs({ address, tasks, schedule: HOUSEKEEPING_SCHEDULE, log })
  const left = async () => {
    const { rows } = await sql<{ what: string }>`
      select 'session ' || token as what from sessions union all select 'attempt ' || key from attempt_limits
      union all select 'deleted post of ' || extract(hour from age(now(), requested_at)) || ' hours'
      from deleted_posts
      union all select 'link ' || purpose from mail_links
      union all select concat('job ', task_identifier, ' ', last_error) from graphile_worker.jobs order by what`.execute(
      db,
    )
    return rows.map(row => row.what)
  }
  await expect
    .poll(left)
    .toEqual([
      'attempt new',
      'deleted post of 23 hours',
      'job send-push 47',
      'link reset-password',
      'session new',
    ])
  await jobs.stop()
  expect(warnings).toEqual([])
})

test('a task that fails is logged, the others still run, and the job is tried again', async () => {
  const { id } = await storeUser(db)
  await sql`
    insert into mail_links (user_id, purpose, token_hash, expires_at)
    values (${id}, 'verify-email', 'late', now() - interval '1 second')`.execute(db)
  const attempts = { ...housekeeping.attempts, removeExpired: () => Promise.reject(new Error('it fails')) }
  const jobs = Object.values(housekeepingJobs({ ...housekeeping, attempts }))
  const results = await Promise.allSettled(jobs.map(run => run()))
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled'])
  expect(warnings).toEqual([{ job: 'remove-expired-attempts', reason: 'Error: it fails' }])
  expect((await sql`select from mail_links where purpose = 'verify-email'`.execute(db)).rows).toEqual([])
})
