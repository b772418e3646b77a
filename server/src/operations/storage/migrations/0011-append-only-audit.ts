import { type Kysely, sql } from 'kysely'

/**
 * Audit entries can only be inserted and read. The owner of the table loses the other rights as well, because the server
 * itself owns the tables in an operator's PostgreSQL. In the embedded one, it has a role of its own (server-role.ts).
 */
export async function up(db: Kysely<never>) {
  await sql`revoke update, delete, truncate on audit_entries from public, current_user`.execute(db)
}
