import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

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
        on task_id = tasks.id and attempts >= max_attempts and locked_at is null and updated_at > ${since}
     group by identifier
     order by identifier`.execute(db)
  return rows
}
