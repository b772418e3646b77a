import { type Kysely, sql } from 'kysely'

/** Caught mails are shown with their headers, of which alerts have one that stops them. */
export async function up(db: Kysely<never>) {
  await sql`alter table caught_mails add column headers jsonb not null default '{}'`.execute(db)
}
