import { type Kysely, sql } from 'kysely'

/** Creates the audit log. It has no foreign keys and no personal data, so that an entry outlives the person whom it is about. */
export async function up(db: Kysely<never>) {
  await sql`
    create table audit_entries (
      id uuid primary key default uuidv7(),
      actor_id uuid not null,
      action text not null,
      target_id uuid not null,
      before jsonb,
      after jsonb,
      at timestamptz(3) not null default now()
    )`.execute(db)
  await sql`create index audit_entries_of_target on audit_entries (target_id, at)`.execute(db)
}
