import { sql } from 'kysely'
import { beforeEach, expect, test, vi } from 'vitest'
import { readConfig } from '../../config.ts'
import { REPLAN } from '../../features/blood-requests/store.ts'
import { createAttemptLimits } from '../../identity/access/attempt-limits.ts'
import { startJobs } from '../../platform/jobs/run-jobs.ts'
import { SEND_MAIL } from '../../platform/mail/outbox.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { storeUser } from '../../testing/stored.ts'
import { AUTH_SECRET } from '../../testing/test-app.ts'
import { HOUSEKEEPING, HOUSEKEEPING_SCHEDULE, housekeepingJob } from './housekeeping.ts'

const { db, owner, address } = await createTestDatabase()

let warnings: object[] = []
beforeEach(() => {
  warnings = []
})
const log = { warn: (details: object) => void warnings.push(details) }
const config = readConfig({ TIME_ZONE: 'Asia/Dhaka' })
const housekeeping = {
  db,
  config,
  authSecret: AUTH_SECRET,
  attempts: createAttemptLimits(db, { settings: config.limits, secret: AUTH_SECRET, now: () => new Date() }),
  recordSecurityEvent: () => {},
  now: () => new Date(),
  log,
}

async function storeExpiredLink(hash: string) {
  const { id } = await storeUser(db)
  await sql`
    insert into mail_links (user_id, purpose, token_hash, expires_at)
    values (${id}, 'verify-email', ${hash}, now() - interval '1 second')`.execute(db)
}

const links = async () =>
  (
    await sql<{
      hash: string
    }>`select convert_from(token_hash, 'UTF8') as hash from mail_links order by hash`.execute(db)
  ).rows.map(({ hash }) => hash)

// What goes from the tables of the product is in retention.test.ts.
test('once a minute what is over is removed: of jobs that were given up notifications after two days, emails after ninety', async () => {
  await storeExpiredLink('old')
  for (const [task, hours] of [
    ['send-push', 47],
    ['send-push', 49],
    [HOUSEKEEPING, 49],
    [REPLAN, 49],
    [SEND_MAIL, 49],
    [SEND_MAIL, 90 * 24 + 1],
  ] as const)
    await sql`
      with job as (select id from graphile_worker.add_job(${task}, max_attempts => 1))
      select from job, graphile_worker.permanently_fail_jobs(array[job.id], ${String(hours)})`.execute(db)
  await sql`
    update graphile_worker._private_jobs
       set updated_at = now() - make_interval(hours => last_error::int),
           run_at = now() - make_interval(hours => last_error::int)`.execute(db)
  // The run of the last minute was missed: nobody waits for the next.
  await sql`
    insert into graphile_worker._private_known_crontabs
    values (${HOUSEKEEPING}, now() - interval '1 day', now() - interval '2 minutes')`.execute(owner)
  const schedule = HOUSEKEEPING_SCHEDULE.map(item => ({
    ...item,
    options: { ...item.options, backfillPeriod: 60_000 },
  }))
  const jobs = startJobs({ address, tasks: { [HOUSEKEEPING]: housekeepingJob(housekeeping) }, schedule, log })
  const left = async () => {
    const { rows } = await sql<{ job: string }>`
      select concat(task_identifier, ' ', last_error) as job from graphile_worker.jobs order by 1`.execute(db)
    return [...rows.map(({ job }) => job), ...(await links())]
  }
  await expect.poll(left).toEqual(['send-mail 49', 'send-push 47'])
  await jobs.stop()
  expect(warnings).toEqual([])
})

test('a task that fails is logged, the others still run, and the job is tried again', async () => {
  await storeExpiredLink('late')
  const attempts = { ...housekeeping.attempts, removeExpired: () => Promise.reject(new Error('it fails')) }
  await expect(housekeepingJob({ ...housekeeping, attempts })()).rejects.toThrow('it fails')
  expect(warnings).toEqual([{ task: 'removeExpiredAttempts', reason: 'Error: it fails' }])
  expect(await links()).toEqual([])
})

test('a run that takes too long leaves the other tasks to the next one', async () => {
  const deadline = new AbortController()
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(deadline.signal)
  await storeExpiredLink('left')
  const attempts = { ...housekeeping.attempts, removeExpired: async () => deadline.abort() }
  const run = housekeepingJob({ ...housekeeping, attempts })
  await expect(run()).rejects.toThrow(/aborted/)
  expect(await links()).toEqual(['left'])
  await run()
  expect(await links()).toEqual([])
})

test('without anything to do, no list is fetched again', async () => {
  const run = housekeepingJob(housekeeping)
  await run()
  const findChanges = async () =>
    (
      await sql`
        select (select count(*) from live_changes) as told,
               (select array_agg(last_value order by sequencename) from pg_sequences
                 where sequencename like '%\\_changes') as counted`.execute(owner)
    ).rows
  const before = await findChanges()
  await run()
  expect(await findChanges()).toEqual(before)
})
