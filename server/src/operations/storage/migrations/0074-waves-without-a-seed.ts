import { type Kysely, sql } from 'kysely'

/** Chance is in `donors.alert_order`; nobody reads the seed of a wave. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table alert_waves alter column seed drop not null`.execute(db)
}
