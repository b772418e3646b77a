import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** Of several waiting jobs with one key, only the last runs. The keys of one call differ. `priority` goes before that of all. */
type NewJob = { payload: object; key?: string; delaySeconds?: number; priority?: number }

type Options = {
  /** A job that fails is tried so many times; without a number 25 times. */
  maxAttempts?: number
  /** Jobs with a lower number run first. */
  priority?: number
  /** The jobs of one queue run one after another. */
  queue?: string
}

/** Adds background jobs of one kind in the transaction of their cause; they run after the commit. */
export async function enqueueJobs(
  db: Database,
  task: string,
  jobs: NewJob[],
  { maxAttempts, priority = 0, queue }: Options = {},
): Promise<void> {
  if (jobs.length === 0) return
  // One call for all: each call takes as long as inserting many jobs.
  await sql`
    select from graphile_worker.add_jobs(array(
      select (${task}::text, payload, ${queue ?? null}::text, now() + make_interval(secs => "delaySeconds"),
              ${maxAttempts ?? null}::int, key, coalesce(job.priority, ${priority}::int), null)::graphile_worker.job_spec
        from json_to_recordset(${JSON.stringify(jobs)}::json) job (payload json, key text, "delaySeconds" float8, priority int)))`.execute(
    db,
  )
}
