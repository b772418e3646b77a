import { type Kysely, sql } from 'kysely'

/**
 * What was read and thrown away with many rows in the tables (docs/scaling.md, «Queries»).
 *
 * The admins' lists, filtered: an index for each order begins with the columns that are filtered by, so that a page is
 * read from where it begins in each case (`platform/database/listing-cases.ts`). Without them an admin who looks for the active
 * requests of a patient's name read 18,000 rows for a page of 50. They take the place of those by group; what is left
 * of their cost is three more entries for a request that is posted, beside the trigrams of its text a small part of it.
 *
 * Texts: whether few or many records hold one decides whether its trigrams are looked up or the list is walked until a
 * page is full. Of the usual hundred samples one is a hundredth; a name that 800 requests hold was taken for a frequent
 * one, and 58,000 were walked past.
 *
 * Mails: those that are dead stay in the outbox, and each round of the worker walked past all of them. Links that have
 * run out, and the mails of somebody who goes, are found without reading all others.
 */
export async function up(db: Kysely<never>) {
  const requestFilters = sql`status, urgency, required_blood_group`
  for (const [name, key] of [
    ['by_time', sql`requested_at, id`],
    ['by_patient', sql`lower(patient_name), id`],
    ['by_hospital', sql`lower(hospital_name), id`],
    ['by_group', sql`id`],
  ] as const)
    await sql`create index ${sql.id(`blood_requests_filtered_${name}`)}
      on blood_requests (${requestFilters}, ${key})`.execute(db)
  await sql`drop index blood_requests_by_group`.execute(db)

  const donorFilters = sql`blood_group, is_verified, is_profile_active, is_available`
  for (const [name, key] of [
    ['by_registration', sql`registered_at, id`],
    ['by_name', sql`lower(full_name), id`],
    ['by_department', sql`lower(department), id`],
  ] as const)
    await sql`create index ${sql.id(`donors_filtered_${name}`)} on donors (${donorFilters}, ${key})`.execute(
      db,
    )
  await sql`
    create index donors_filtered_by_group
    on donors (is_verified, is_profile_active, is_available, blood_group, id)`.execute(db)
  await sql`drop index donors_by_group`.execute(db)

  await sql`alter table donors alter column search_text set statistics 1000`.execute(db)
  await sql`alter table blood_requests alter column search_text set statistics 1000`.execute(db)

  await sql`drop index outbox_due`.execute(db)
  await sql`create index outbox_due on outbox (next_attempt_at) where attempts < 10`.execute(db)
  await sql`create index outbox_dead on outbox (id) where attempts >= 10`.execute(db)
  await sql`create index outbox_of_recipient on outbox (recipient)`.execute(db)
  await sql`create index mail_links_by_expiry on mail_links (expires_at)`.execute(db)
}
