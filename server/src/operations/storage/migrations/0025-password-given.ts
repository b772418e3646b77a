import { type Kysely, sql } from 'kysely'

/** Records when the password was last entered in a session: some admin endpoints require it again (contract, `needsRecentPassword`). */
export async function up(db: Kysely<never>) {
  await sql`
    alter table sessions add column password_given_at timestamptz(3) not null default now()`.execute(db)
  // In existing sessions it was entered when they began.
  await sql`update sessions set password_given_at = created_at`.execute(db)
}
