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
