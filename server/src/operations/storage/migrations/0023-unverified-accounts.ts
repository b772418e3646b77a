import { type Kysely, sql } from 'kysely'

/**
 * Accounts that are never verified are erased in the end (`identity/erasure/unverified-accounts.ts`). The time counts
 * from registration; for existing accounts, which were made when nobody said so, from this upgrade.
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
