import { type Kysely, sql } from 'kysely'

/** When the password was last given in a session: what admins may do asks for it again (contract, `needsRecentPassword`). */
export async function up(db: Kysely<never>) {
  await sql`
    alter table sessions add column password_given_at timestamptz(3) not null default now()`.execute(db)
  // Sessions from before have given it when they began.
  await sql`update sessions set password_given_at = created_at`.execute(db)
}
