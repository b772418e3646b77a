import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** Counts the donors whom a search would find, and the active requests, each over an index of its own. */
export async function countCampus(db: Database): Promise<{ donorsReady: number; activeRequests: number }> {
  const { rows } = await sql<{ donors: string; requests: string }>`
    select (select count(*) from donors where is_available and is_profile_active and not is_hidden) as donors,
           (select count(*) from blood_requests where status = 'active' and not is_hidden) as requests`.execute(
    db,
  )
  return { donorsReady: Number(rows[0]?.donors), activeRequests: Number(rows[0]?.requests) }
}
