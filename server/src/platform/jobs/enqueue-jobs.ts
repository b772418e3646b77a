import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/**
 * Adds a background job in the transaction of its cause; it runs after the commit.
 * @param key of several waiting jobs with one key, only the last runs
 */
export async function enqueueJob(
  db: Database,
  task: string,
  { payload, key }: { payload: object; key: string },
): Promise<void> {
  await sql`
    select from graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, job_key => ${key})`.execute(
    db,
  )
}

type NewJobs = {
  payloads: object[]
  /** A job that fails is tried so many times. */
  maxAttempts: number
  /** Jobs with a lower number run first; without one a job has 0. */
  priority: number
}

/** Adds one background job of a kind for each payload, in the transaction of their cause. */
export async function enqueueJobs(
  db: Database,
  task: string,
  { payloads, maxAttempts, priority }: NewJobs,
): Promise<void> {
  if (payloads.length === 0) return
  // One call for all: each call of add_job takes as long as inserting many jobs.
  await sql`
    select from graphile_worker.add_jobs(array(
      select (${task}::text, payload, null, null, ${maxAttempts}::int, null, ${priority}::int, null)::graphile_worker.job_spec
        from json_array_elements(${JSON.stringify(payloads)}::json) payload))`.execute(db)
}
