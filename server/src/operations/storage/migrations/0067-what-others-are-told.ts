import { type Kysely, sql } from 'kysely'

/** What members do tells others no more than it has to. */
export async function up(db: Kysely<never>) {
  // Answers are private: only that donors were asked is told to whoever posted the request (migration 0043).
  await sql`drop trigger alerts_live_update on alerts`.execute(db)
  await sql`drop trigger alerts_live_delete on alerts`.execute(db)

  // The queues of notices (platform/mail/outbox.ts), created here for the same reason as the others (migration 0030).
  await sql`
    insert into graphile_worker._private_job_queues (queue_name) values ('notice-0'), ('notice-1')
    on conflict do nothing`.execute(db)
}
