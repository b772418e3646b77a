import { type Kysely, sql } from 'kysely'

/** An export of many records is an audited action without a single target. */
export async function up(db: Kysely<never>) {
  await sql`alter table audit_entries alter column target_id drop not null`.execute(db)
}
