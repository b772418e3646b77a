import { type Kysely, sql } from 'kysely'

/**
 * Adds the date of the latest donation to the index of the search. A search lists the donors who can donate and those who
 * cannot yet one after the other, both in the order of this index. With the date as its last column, those of the other
 * part are passed over within the index and their rows are not read.
 */
export async function up(db: Kysely<never>) {
  await sql`drop index available_donors`.execute(db)
  await sql`
    create index available_donors on donors (
      blood_group, is_verified desc, registered_at desc, id desc,
      (coalesce(latest_donation_date, '-infinity'::date))
    ) where is_available and is_profile_active and not is_hidden`.execute(db)
}
