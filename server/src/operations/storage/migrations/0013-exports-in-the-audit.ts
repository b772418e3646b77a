import { type Kysely, sql } from 'kysely'

/** An export of many records is an act, too, and has no one target. */
export async function up(db: Kysely<never>) {
  await sql`alter table audit_entries alter column target_id drop not null`.execute(db)
}
