import type { Job } from 'graphile-worker'
import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** The seconds that the library waits after a failed attempt. */
export const retryPauseSeconds = ({ attempts }: Pick<Job, 'attempts'>): number =>
  Math.exp(Math.min(attempts, 10))

/** Puts off the next attempt of a running job that is about to fail; the library adds its pause. */
export async function postponeRetry(db: Database, jobId: string, seconds: number): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set run_at = now() + make_interval(secs => ${seconds}) where id = ${jobId}`.execute(
    db,
  )
}

/** Makes this attempt of a running job that is about to fail the last one, so that it counts as given up. */
export async function makeLastAttempt(db: Database, jobId: string): Promise<void> {
  await sql`
    update graphile_worker._private_jobs set attempts = max_attempts, updated_at = now() where id = ${jobId}`.execute(
    db,
  )
}
