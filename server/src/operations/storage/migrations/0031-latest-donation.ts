import { type Kysely, sql } from 'kysely'

/**
 * The date from which a donor's next donation is calculated: the later one of the date that the donor entered and that of
 * the last recorded donation. `greatest` ignores nulls.
 */
export async function up(db: Kysely<never>) {
  await sql`alter table donors add column recorded_donation_date date`.execute(db)
  await sql`
    alter table donors add column latest_donation_date date
    generated always as (greatest(last_donation_date, recorded_donation_date)) stored`.execute(db)
}
