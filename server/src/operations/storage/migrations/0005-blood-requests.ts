import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>) {
  await sql`
    create table blood_requests (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      patient_name text not null check (patient_name <> ''),
      required_blood_group text not null
        check (required_blood_group in ('A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-')),
      units_required integer not null check (units_required between 1 and 100),
      hospital_name text not null check (hospital_name <> ''),
      hospital_location text,
      contact_person text not null check (contact_person <> ''),
      contact_number text not null check (contact_number <> ''),
      urgency text not null check (urgency in ('urgent', 'moderate', 'low')),
      additional_info text,
      status text not null default 'active' check (status in ('active', 'fulfilled', 'cancelled')),
      requested_at timestamptz(3) not null default now()
    )`.execute(db)
  await sql`
    create index active_blood_requests on blood_requests (requested_at desc, id desc)
    where status = 'active'`.execute(db)
  await sql`
    create index blood_requests_of_user on blood_requests (user_id, requested_at desc, id desc)`.execute(db)
}
