import { type Kysely, sql } from 'kysely'

/**
 * Adds the columns and indexes for searching and sorting in the admin area. Texts are found by their trigrams. The index of
 * each sort order ends with the id, so that a page is read from its first row on.
 */
export async function up(db: Kysely<never>) {
  await sql`create extension if not exists pg_trgm`.execute(db)

  await sql`alter table donors add column email text`.execute(db)
  await sql`update donors set email = users.email from users where users.id = donors.user_id`.execute(db)
  await sql`alter table donors alter column email set not null`.execute(db)
  await sql`
    alter table donors add column search_text text not null generated always as
      (lower(full_name || ' ' || email || ' ' || university_id || ' ' || department)) stored`.execute(db)
  await sql`create index donors_by_text on donors using gin (search_text gin_trgm_ops)`.execute(db)
  await sql`create index donors_by_registration on donors (registered_at, id)`.execute(db)
  await sql`create index donors_by_name on donors (lower(full_name), id)`.execute(db)
  await sql`create index donors_by_department on donors (lower(department), id)`.execute(db)
  await sql`create index donors_by_group on donors (blood_group, id)`.execute(db)

  await sql`alter table blood_requests add column user_email text`.execute(db)
  await sql`
    update blood_requests set user_email = users.email from users
    where users.id = blood_requests.user_id`.execute(db)
  await sql`alter table blood_requests alter column user_email set not null`.execute(db)
  await sql`
    alter table blood_requests add column search_text text not null generated always as
      (lower(patient_name || ' ' || hospital_name || ' ' || contact_person || ' ' || user_email)) stored
  `.execute(db)
  await sql`
    create index blood_requests_by_text on blood_requests using gin (search_text gin_trgm_ops)`.execute(db)
  await sql`create index blood_requests_by_time on blood_requests (requested_at, id)`.execute(db)
  await sql`create index blood_requests_by_patient on blood_requests (lower(patient_name), id)`.execute(db)
  await sql`create index blood_requests_by_hospital on blood_requests (lower(hospital_name), id)`.execute(db)
  await sql`create index blood_requests_by_group on blood_requests (required_blood_group, id)`.execute(db)

  await sql`create index users_by_text on users using gin (email gin_trgm_ops)`.execute(db)
  await sql`create index users_by_creation on users (created_at, id)`.execute(db)
  await sql`create index users_by_email on users (email, id)`.execute(db)
}
