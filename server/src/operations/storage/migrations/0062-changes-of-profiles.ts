import { type Kysely, sql } from 'kysely'

/** When an admin last verified a donor or the opposite, and activated the profile or the opposite: the donor is told. */
export async function up(db: Kysely<never>) {
  await sql`
    alter table donors
      add column verification_changed_at timestamptz(3),
      add column activation_changed_at timestamptz(3)`.execute(db)
}
