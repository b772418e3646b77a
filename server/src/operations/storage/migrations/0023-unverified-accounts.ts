import { type Kysely, sql } from 'kysely'

/**
 * Accounts that are never verified are eventually erased (`identity/erasure/unverified-accounts.ts`). The period starts with
 * the registration; for existing accounts, whose owners were not told, with this update.
 */
export async function up(db: Kysely<never>) {
  await sql`
    alter table users
      add column unverified_since timestamptz(3) not null default now(),
      add column erasure_announced_at timestamptz(3)`.execute(db)
  await sql`
    create index users_unverified on users (unverified_since)
    where not email_verified and role = 'user'`.execute(db)
}
