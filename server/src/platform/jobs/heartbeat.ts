import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { JobLog } from './logger.ts'

const BEAT_MS = 10_000

/** A server that has not reported for this long is dead. A job locked more recently may not have been reported yet. */
const DEAD_AFTER = `interval '30 seconds'`

/**
 * Reports every ten seconds which jobs this server runs, and unlocks the jobs and queues that no living server runs, so
 * that they run again within a minute. A job stays locked when its server is killed, and also when a server never learns
 * which job it got because the database connection broke meanwhile. The library unlocks both only after four hours.
 */
export function startHeartbeat(
  pool: pg.Pool,
  { runningJobs, log }: { runningJobs: ReadonlySet<string>; log: JobLog },
) {
  const id = randomUUID()
  let isFailing = false

  const beat = async () => {
    try {
      await pool.query(REPORT, [id, [...runningJobs]])
      await pool.query(FORGET_DEAD_SERVERS)
      await pool.query(UNLOCK_LOST_JOBS)
      isFailing = false
    } catch (error) {
      // Logged once per outage of the database.
      if (!isFailing) log.warn({ reason: String(error) }, 'running background jobs cannot be reported')
      isFailing = true
    }
  }
  let beating = beat()
  const timer = setInterval(() => {
    beating = beating.then(beat)
  }, BEAT_MS)

  return {
    /** Jobs that are still running then run again once the report is too old. */
    async stop(): Promise<void> {
      clearInterval(timer)
      await beating
    },
  }
}

const REPORT = `
  insert into job_servers (id, running_jobs, seen_at) values ($1, $2, now())
  on conflict (id) do update set running_jobs = excluded.running_jobs, seen_at = excluded.seen_at`

const FORGET_DEAD_SERVERS = `delete from job_servers where seen_at < now() - ${DEAD_AFTER}`

const UNLOCK_LOST_JOBS = `
  with alive as (
    select unnest(running_jobs) as job_id from job_servers
  ), unlocked as (
    update graphile_worker._private_jobs set locked_at = null, locked_by = null
     where locked_at < now() - ${DEAD_AFTER} and id not in (select job_id from alive)
  )
  update graphile_worker._private_job_queues queue set locked_at = null, locked_by = null
   where locked_at < now() - ${DEAD_AFTER} and not exists (
     select from graphile_worker._private_jobs job join alive on job_id = job.id where job_queue_id = queue.id)`
