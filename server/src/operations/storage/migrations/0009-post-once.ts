import { type Kysely, sql } from 'kysely'

/** A blood request that is sent again, because its response was lost, has the same idempotency key as before. */
export async function up(db: Kysely<never>) {
  await sql`alter table blood_requests add column idempotency_key uuid`.execute(db)
  await sql`
    create unique index blood_request_once on blood_requests (user_id, idempotency_key)
    where idempotency_key is not null`.execute(db)
}
