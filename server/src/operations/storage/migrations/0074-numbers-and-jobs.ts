import { type Kysely, sql } from 'kysely'

/** Servers no longer read what other servers write about the numbers sent to an account (`identity/numbers`). */
export async function up(db: Kysely<never>) {
  // Both indexes go with the column.
  await sql`alter table numbers_sent drop column written_at, drop column written_by`.execute(db)
  await sql`create index numbers_sent_of_user on numbers_sent (user_id, sent_at)`.execute(db)
  await sql`create index numbers_sent_by_time on numbers_sent (sent_at)`.execute(db)
}
