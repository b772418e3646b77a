import { type Kysely, sql } from 'kysely'

/**
 * What a list that an operator imported says about people, until they claim it as their donor profile or it is erased.
 * They have no account: the table refers to no other, so that no list, search or count can find them.
 */
export async function up(db: Kysely<never>) {
  await sql`
    create table imported_donors (
      id uuid primary key default uuidv7(),
      email text not null unique check (email = lower(email)),
      full_name text not null check (full_name <> ''),
      university_id text not null check (university_id <> ''),
      university_role text not null check (university_role in ('student', 'faculty', 'staff')),
      department text not null check (department <> ''),
      blood_group text not null
        check (blood_group in ('A+', 'A-', 'B+', 'B-', 'AB+', 'AB-', 'O+', 'O-')),
      contact_number text not null check (contact_number <> ''),
      last_donation_date date,
      -- Null until the email with the link is written.
      token_hash bytea unique,
      imported_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      check (expires_at > imported_at)
    )`.execute(db)
  await sql`create index imported_donors_by_expiry on imported_donors (expires_at)`.execute(db)

  // By a keyed hash of the address: the next import of the same list must not write to them again.
  await sql`
    create table declined_imports (
      email_hash text primary key,
      declined_at timestamptz(3) not null
    )`.execute(db)
  await sql`create index declined_imports_by_time on declined_imports (declined_at)`.execute(db)
}
