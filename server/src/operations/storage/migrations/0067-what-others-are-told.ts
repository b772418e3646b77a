import { type Kysely, sql } from 'kysely'

/** What members do tells others no more than it has to. */
export async function up(db: Kysely<never>) {
  // Answers are private: only that donors were asked is told to whoever posted the request (migration 0043).
  await sql`drop trigger alerts_live_update on alerts`.execute(db)
  await sql`drop trigger alerts_live_delete on alerts`.execute(db)
}
