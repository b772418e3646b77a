import { type Kysely, sql } from 'kysely'

/**
 * Counts the phone numbers that each account has been sent (`identity/phone-number-limits/`). One row holds what one reply
 * added; the numbers are keyed hashes. Servers read by `written_at` and `written_by` what the others have written since.
 * The first of them removes rows that are older than a day.
 *
 * `number_warnings` has at most one row per person: when they last came near a limit, for the admins' overview.
 */
export async function up(db: Kysely<never>) {
  await sql`
    create table numbers_sent (
      user_id uuid not null references users on delete cascade,
      sent_at timestamptz(3) not null,
      numbers bigint[] not null,
      written_at timestamptz not null default now(),
      written_by uuid not null
    )`.execute(db)
  await sql`create index numbers_sent_of_user on numbers_sent (user_id, written_at)`.execute(db)
  await sql`create index numbers_sent_by_time on numbers_sent (written_at)`.execute(db)
  await sql`
    create table number_warnings (
      user_id uuid primary key references users on delete cascade,
      last_hour integer not null,
      last_day integer not null,
      was_refused boolean not null,
      warned_at timestamptz(3) not null
    )`.execute(db)
  await sql`create index number_warnings_by_time on number_warnings (warned_at)`.execute(db)
}
