import { type Kysely, sql } from 'kysely'

/**
 * The public page of a blood request (docs/decisions/0035). Its owner makes it and reads its address again, so the code is
 * stored as it is. Revoking deletes the row; a code is never issued twice.
 */
export async function up(db: Kysely<never>) {
  await sql`
    create table share_pages (
      code text primary key check (code ~ '^[0-9a-z]{26}$'),
      blood_request_id uuid not null unique references blood_requests on delete cascade,
      created_at timestamptz(3) not null default now()
    )`.execute(db)
}
