import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/**
 * When a job was given up. The library changes `updated_at` when it is told to give up a job, and otherwise only adds the
 * pause after the last attempt to `run_at`.
 */
const GIVEN_UP_AT = sql`greatest(updated_at, run_at - make_interval(secs => exp(least(attempts, 10))))`

export type DeadJobs = { task: string; count: number }

/** Counts the jobs that failed all attempts and were given up since a time, for each kind of job that was ever added. */
export async function countDeadJobs(
  db: Database,
  since: Date | '-infinity' = '-infinity',
): Promise<DeadJobs[]> {
  // A job is locked while it runs, also in its last attempt.
  const { rows } = await sql<DeadJobs>`
    select identifier as task, count(jobs.id)::int as count
      from graphile_worker._private_tasks tasks
      left join graphile_worker._private_jobs jobs
        on task_id = tasks.id and attempts >= max_attempts and locked_at is null and ${GIVEN_UP_AT} > ${since}
     group by identifier
     order by identifier`.execute(db)
  return rows
}

/** Removes the jobs of one kind that were given up before a time. */
export async function removeDeadJobs(
  db: Database,
  task: string,
  { before }: { before: Date },
): Promise<void> {
  await sql`
    delete from graphile_worker._private_jobs
     where task_id = (select id from graphile_worker._private_tasks where identifier = ${task})
       and attempts >= max_attempts and locked_at is null and ${GIVEN_UP_AT} < ${before}`.execute(db)
}
