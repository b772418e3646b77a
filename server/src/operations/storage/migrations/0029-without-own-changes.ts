import { type Kysely, sql } from 'kysely'

/**
 * Drops the numbers of changes that admins made themselves. The counts of the overview are shared for a second, also
 * with the admin who changed something.
 */
export async function up(db: Kysely<never>) {
  await sql`alter table users drop column last_change`.execute(db)
  await sql`drop sequence own_changes`.execute(db)
}
