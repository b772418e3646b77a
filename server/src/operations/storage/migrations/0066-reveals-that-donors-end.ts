import { type Kysely, sql } from 'kysely'

/**
 * A donor can end the reveal of their number after a donation, too: by withdrawing, and by saying that the donation did not
 * happen. A disputed donation does not count for the donor's date until an admin decides.
 */
export async function up(db: Kysely<never>) {
  // Undoing the donation must not reveal the number again.
  await sql`alter table offers add column contact_withdrawn_at timestamptz(3)`.execute(db)

  await sql`
    update donors
       set recorded_donation_date = (
             select max(donated_on) from donations
              where user_id = donors.user_id and not is_withdrawn and disputed_at is null)
     where exists (
       select from donations where user_id = donors.user_id and not is_withdrawn and disputed_at is not null)`.execute(
    db,
  )
}
