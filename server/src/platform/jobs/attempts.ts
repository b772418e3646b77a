import type { Job } from 'graphile-worker'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** What became of a message: it was sent, given up after the last attempt, or no longer wanted when it was due. */
export const DELIVERY_STATES = ['sent', 'failed', 'dropped'] as const
export type DeliveryState = (typeof DELIVERY_STATES)[number]

/** Whether a job that fails now is given up. */
export const isLastAttempt = ({ attempts, max_attempts }: Job): boolean => attempts >= max_attempts

/**
 * Puts off the next attempt of a running job that is about to fail; the library adds its own pause. A job that would then
 * have outlived its use is given up.
 * @returns whether it is given up
 */
export async function planRetry(
  db: Database,
  job: Job,
  { waitSeconds, lifetimeSeconds }: { waitSeconds: number; lifetimeSeconds: number },
): Promise<boolean> {
  const isGivenUp =
    isLastAttempt(job) || waitSeconds + Math.exp(Math.min(job.attempts, 10)) >= lifetimeSeconds
  const change = isGivenUp
    ? sql`attempts = max_attempts, updated_at = now()`
    : sql`run_at = now() + make_interval(secs => ${waitSeconds})`
  await sql`update graphile_worker._private_jobs set ${change} where id = ${job.id}`.execute(db)
  return isGivenUp
}

/**
 * Jobs that were given up, and when: the library changes `updated_at` when it is told to give up a job, and otherwise only
 * adds the pause after the last attempt to `run_at`. A job is locked while it runs, also in its last attempt.
 */
const IS_DEAD = sql`attempts >= max_attempts and locked_at is null`
const GIVEN_UP_AT = sql`greatest(updated_at, run_at - make_interval(secs => exp(least(attempts, 10))))`

type DeadJobs = { task: string; count: number }

/** Counts the jobs that were given up since a time, for each kind of job that was ever added. */
export async function countDeadJobs(db: Database, since = new Date(0)): Promise<DeadJobs[]> {
  const { rows } = await sql<DeadJobs>`
    select identifier as task, count(jobs.id)::int as count
      from graphile_worker._private_tasks
      left join graphile_worker.jobs on task_identifier = identifier and ${IS_DEAD} and ${GIVEN_UP_AT} > ${since}
     group by identifier
     order by identifier`.execute(db)
  return rows
}

/** Finds the error of the job of a kind that was given up last since a time; null if none was. */
export async function findLastError(db: Database, task: string, since: Date): Promise<string | null> {
  const { rows } = await sql<{ lastError: string | null }>`
    select last_error from graphile_worker.jobs
     where task_identifier = ${task} and ${IS_DEAD} and ${GIVEN_UP_AT} > ${since}
     order by ${GIVEN_UP_AT} desc limit 1`.execute(db)
  return rows[0]?.lastError ?? null
}

/** Removes the jobs of some kinds that were given up so many hours ago. */
export async function removeDeadJobs(db: Database, tasks: string[], hours: number): Promise<void> {
  await sql`
    select from graphile_worker.complete_jobs(array(
      select id from graphile_worker.jobs where task_identifier = any(${tasks}) and ${IS_DEAD}
         and ${GIVEN_UP_AT} < now() - make_interval(hours => ${hours}::int)))`.execute(db)
}
