import { sql } from 'kysely'
import type { Database } from '../platform/database/connection.ts'

/** Lets the minutes pass for which mails wait, because what they tell could be undone or contradicted. */
export async function passWaits(db: Database): Promise<void> {
  await sql`update graphile_worker._private_jobs set run_at = run_at - interval '5 minutes' where run_at > now()`.execute(
    db,
  )
}
