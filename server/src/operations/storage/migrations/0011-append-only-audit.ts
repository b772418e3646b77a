import { type Kysely, sql } from 'kysely'

/**
 * What admins did can be added to and read, and nothing else. Their owner, too, loses the right: with a PostgreSQL of
 * the operator's it is the server's role (our own cluster has a role beside it, server-role.ts).
 */
export async function up(db: Kysely<never>) {
  await sql`revoke update, delete, truncate on audit_entries from public, current_user`.execute(db)
}
