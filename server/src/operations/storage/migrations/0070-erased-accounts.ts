import { type Kysely, sql } from 'kysely'

/**
 * What outlives the erasure of an account, by a keyed hash of its address: a suspension, a stop of posting, and what limits
 * count in a day. Whoever registers the address again and verifies it gets it back (`identity/erasure/erased-accounts.ts`).
 */
export async function up(db: Kysely<never>) {
  await sql`
    create table erased_accounts (
      email_hash text primary key,
      -- The new account of the address, which has the suspension and the stop then, and whose counts these add to.
      user_id uuid unique references users on delete set null,
      suspended_at timestamptz(3),
      suspension_reason text,
      posting_stopped_at timestamptz(3),
      -- The cases of reports about the person on which an admin had not decided.
      waiting_cases uuid[] not null,
      -- Times of posts, reports and alerts, and the numbers that the account was sent; null after a day.
      counts jsonb,
      erased_at timestamptz(3) not null,
      constraint suspensions_have_a_reason check ((suspended_at is null) = (suspension_reason is null))
    )`.execute(db)
  await sql`create index erased_accounts_by_time on erased_accounts (erased_at)`.execute(db)
}
