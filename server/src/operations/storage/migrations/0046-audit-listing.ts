import { type Kysely, sql } from 'kysely'

/**
 * Indexes of the audit log as an admin reads it: newest first, by actor, by action, by both, and by record. Each ends with
 * the id, so that a page is read from its first row on.
 */
export async function up(db: Kysely<never>) {
  await sql`create index audit_entries_by_time on audit_entries (at, id)`.execute(db)
  await sql`create index audit_entries_of_actor on audit_entries (actor_id, at, id)`.execute(db)
  await sql`create index audit_entries_by_action on audit_entries (action, at, id)`.execute(db)
  await sql`create index audit_entries_of_actor_by_action on audit_entries (actor_id, action, at, id)`.execute(
    db,
  )
  await sql`drop index audit_entries_of_target`.execute(db)
  await sql`create index audit_entries_of_target on audit_entries (target_id, at, id)`.execute(db)
}
