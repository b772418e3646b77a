import { type Kysely, sql } from 'kysely'

/**
 * Adds the indexes for statements that read many more rows than they returned (docs/scaling.md).
 *
 * Admin lists with filters: the index of each sort order begins with the filtered columns, so that a page is read from its
 * first row on for every combination (`platform/database/filter-combinations.ts`). Without them, a search for the active
 * requests of a patient name read 18,000 rows for a page of 50. They replace the indexes by group. A posted request costs
 * three more index entries, which is little beside the trigrams of its text.
 *
 * Texts: PostgreSQL estimates how many records contain a text, and either looks up its trigrams or walks the list until a
 * page is full. With the default of 100 samples, a name in 800 requests was estimated as frequent, and 58,000 rows were read.
 *
 * Mails: dead mails stay in the outbox, and the worker read all of them each time. Expired links, and the mails of an erased
 * account, are found without reading all others.
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
