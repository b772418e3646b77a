import { type Kysely, sql } from 'kysely'

/** Old waves are looked up by their time when they are removed; `alerts_by_time` of migration 0036 does it for alerts. */
export async function up(db: Kysely<never>) {
  await sql`create index alert_waves_by_time on alert_waves (planned_at)`.execute(db)
}
