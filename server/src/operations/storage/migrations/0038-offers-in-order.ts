import { type Kysely, sql } from 'kysely'

/**
 * An offer has the time at which it is stored. The time at which its transaction began could be before that of an earlier
 * offer of the same donor, for which it had waited, and a standing offer must be the newest.
 */
export async function up(db: Kysely<never>) {
  await sql`alter table offers alter column offered_at set default clock_timestamp()`.execute(db)
}
