import { setTimeout as pause } from 'node:timers/promises'
import type { CronItem, TaskList } from 'graphile-worker'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { inTransaction } from '../database/connection.ts'
import { startJobs } from './run-jobs.ts'

const { db, owner, address } = await createTestDatabase()

let done: string[] = []
let warnings: object[] = []
const log = { warn: (details: object) => void warnings.push(details) }
beforeEach(() => {
  done = []
  warnings = []
})

const note: TaskList[string] = async payload => void done.push((payload as { name: string }).name)

function start(more: Partial<Parameters<typeof startJobs>[0]> = {}) {
  return startJobs({ address, tasks: { note }, schedule: [], log, ...more })
}

const add = (name: string, queue: string | null = null, within = db) =>
  sql`select from graphile_worker.add_job('note', ${JSON.stringify({ name })}::json, queue_name => ${queue})`.execute(
    within,
  )
const left = async () =>
  (await sql<{ id: string }>`select id from graphile_worker.jobs order by id`.execute(db)).rows

/** Locks every job and its queue for a worker since `secondsAgo` seconds ago, except those of the worker "alive". */
async function lockAll(secondsAgo: number, worker = 'killed') {
  await sql`
    with locked as (
      update graphile_worker._private_jobs
         set locked_by = ${worker}, locked_at = now() - make_interval(secs => ${secondsAgo})
       where locked_by is distinct from 'alive' returning job_queue_id
    )
    update graphile_worker._private_job_queues
       set locked_by = ${worker}, locked_at = now() - make_interval(secs => ${secondsAgo})
     where id in (select job_queue_id from locked)`.execute(db)
}

const LISTENER = sql<{ pid: number }>`
  select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
     and query ilike 'listen %'
   order by backend_start desc`
const pidOfListener = async () => (await LISTENER.execute(owner)).rows[0]?.pid

test('a job runs after its transaction commits, not before, and is then deleted', async () => {
  const jobs = start()
  await expect.poll(pidOfListener).toBeTypeOf('number')
  await inTransaction(db, async db => {
    await add('late', null, db as typeof owner)
    await pause(50)
    expect(done).toEqual([])
  })
  await expect.poll(() => done).toEqual(['late'])
  await expect.poll(left).toEqual([])
  await jobs.stop()
})

test('two servers run each job once, and the jobs of one queue in order', async () => {
  for (let job = 0; job < 60; job += 1) await add(`job ${job}`)
  for (let job = 0; job < 20; job += 1) await add(`in order ${job}`, 'one-by-one')
  const servers = [start(), start()]
  await expect.poll(() => done.length).toBe(80)
  for (const server of servers) await server.stop()
  expect(new Set(done).size).toBe(80)
  const inOrder = done.filter(name => name.startsWith('in order'))
  expect(inOrder).toEqual(Array.from({ length: 20 }, (_, job) => `in order ${job}`))
})

test('the jobs of a killed server run again within a minute, its queues continue, and those of a live server are left', async () => {
  await add('just begun')
  await lockAll(0, 'alive')
  await add('interrupted', 'letters')
  await lockAll(46)
  await add('next', 'letters')
  const jobs = start()
  await expect.poll(() => done).toEqual(['interrupted', 'next'])
  await jobs.stop()
  expect(await left()).toHaveLength(1)
  await sql`select from graphile_worker.force_unlock_workers('{alive}')`.execute(db)
  await sql`select from graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`.execute(db)
})

test('one of several servers runs a scheduled job', async () => {
  const schedule: CronItem[] = [
    {
      task: 'note',
      match: '* * * * *',
      options: { backfillPeriod: 60_000, jobKey: 'note' },
      payload: { name: 'scheduled' },
    },
  ]
  await sql`
    insert into graphile_worker._private_known_crontabs
    values ('note', now() - interval '2 hours', now() - interval '2 minutes')`.execute(owner)
  const servers = [start({ schedule }), start({ schedule })]
  await expect.poll(() => done).toEqual(['scheduled'])
  for (const server of servers) await server.stop()
  expect(done).toEqual(['scheduled'])
})

test('a server whose connection is terminated runs the jobs added meanwhile and afterwards', async () => {
  const jobs = start()
  await expect.poll(pidOfListener).toBeTypeOf('number')
  const pid = await pidOfListener()
  await sql`select pg_terminate_backend(${pid})`.execute(owner)
  await add('meanwhile')
  await expect.poll(() => done).toEqual(['meanwhile'])
  await expect.poll(pidOfListener).not.toBe(pid)
  await add('after')
  await expect.poll(() => done).toEqual(['meanwhile', 'after'])
  await jobs.stop()
})

test('a job that has run but could not be completed runs again, and its queue continues', async () => {
  await sql`create sequence refusals`.execute(owner)
  await sql`
    create function refuse_once() returns trigger language plpgsql security definer as $$ begin
      if nextval('refusals') = 1 then raise exception 'the database is unavailable'; end if;
      return null;
    end $$`.execute(owner)
  await sql`
    create trigger refuse before delete on graphile_worker._private_jobs for each statement execute function refuse_once()`.execute(
    owner,
  )
  const jobs = start()
  await add('once', 'letters')
  await add('other', 'letters')
  await expect.poll(() => done).toEqual(['once', 'once', 'other'])
  expect(warnings.length).toBeGreaterThan(0)
  await jobs.stop()
  expect(await left()).toEqual([])
  await sql`drop trigger refuse on graphile_worker._private_jobs`.execute(owner)
})

test('stopping waits for the running job and fetches no others', async () => {
  let arrive = () => {}
  const arrival = new Promise<void>(resolve => {
    arrive = resolve
  })
  const slow: TaskList[string] = async (payload, helpers) => {
    await arrival
    await note(payload, helpers)
  }
  const jobs = start({ tasks: { note: slow } })
  await expect.poll(pidOfListener).toBeTypeOf('number')
  await add('running', 'letters')
  const isLocked = sql<{ lockedAt: Date | null }>`select locked_at from graphile_worker.jobs`
  await expect.poll(async () => (await isLocked.execute(db)).rows[0]?.lockedAt).toBeInstanceOf(Date)
  let isStopped = false
  const stopped = jobs.stop().then(() => {
    isStopped = true
  })
  for (let job = 0; job < 20; job += 1) await add(`waiting ${job}`, 'letters')
  await expect.poll(pidOfListener).toBeUndefined()
  expect(isStopped).toBe(false)
  arrive()
  await stopped
  expect(done[0]).toBe('running')
  // Each of the four idle workers may have been fetching when the server was stopped.
  expect(done.length).toBeLessThanOrEqual(5)
  expect(await left()).toHaveLength(21 - done.length)
})
