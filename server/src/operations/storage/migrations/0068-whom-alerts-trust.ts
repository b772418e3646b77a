import { type Kysely, sql } from 'kysely'

/**
 * What alerts trust (decision 58). What is stored already says nothing of it: alerts from before count as if the requester
 * had had a record, and an offer that was released before counts against nobody.
 */
export async function up(db: Kysely<never>) {
  await sql`
    alter table donors
      -- An operator had this person on the club's list.
      add column is_imported boolean not null default false`.execute(db)
  await sql`
    alter table offers
      -- The requester pressed "Not needed"; a closed request releases offers, too.
      add column was_refused boolean not null default false`.execute(db)
  await sql`
    alter table alerts
      -- Requesters without one get a part of a donor's alerts.
      add column requester_has_record boolean not null default true`.execute(db)
}
