import { type Kysely, sql } from 'kysely'

export async function up(db: Kysely<never>) {
  await sql`
    create table donors (
      id uuid primary key default uuidv7(),
      user_id uuid not null unique references users on delete cascade,
      full_name text not null check (full_name <> ''),
      university_id text not null check (university_id <> ''),
      university_role text not null check (university_role in ('student', 'faculty', 'staff')),
      department text not null check (department <> ''),
      blood_group text not null
        check (blood_group in ('A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-')),
      contact_number text not null check (contact_number <> ''),
      is_available boolean not null,
      last_donation_date date,
      allow_contact_visibility boolean not null,
      is_verified boolean not null default false,
      is_profile_active boolean not null default true,
      registered_at timestamptz(3) not null default now()
    )`.execute(db)
  await sql`
    create index available_donors on donors (blood_group, is_verified desc, registered_at desc, id desc)
    where is_available and is_profile_active`.execute(db)
}
