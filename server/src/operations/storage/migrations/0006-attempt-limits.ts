import { type Kysely, sql } from 'kysely'

/** The columns are those of the rate limiter library of that time; `expire` is a time in milliseconds. */
export async function up(db: Kysely<never>) {
  await sql`
    create table attempt_limits (
      key varchar(255) primary key,
      points integer not null default 0,
      expire bigint
    )`.execute(db)
  await sql`create index attempt_limits_by_expiry on attempt_limits (expire)`.execute(db)
}
