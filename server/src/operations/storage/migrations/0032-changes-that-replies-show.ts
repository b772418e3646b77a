import { type Kysely, sql } from 'kysely'

/**
 * Counts only updates of columns that a cached reply shows or is selected by. Columns that are added later do not evict
 * cached replies unless their migration creates the trigger again. A generated column is counted with the columns that
 * it is calculated from.
 */
const COUNTED = {
  donors: [
    ...['full_name', 'university_role', 'department', 'blood_group', 'contact_number'],
    ...['allow_contact_visibility', 'is_verified', 'is_available', 'is_profile_active', 'is_hidden'],
    ...['registered_at', 'last_donation_date', 'recorded_donation_date'],
  ],
  blood_requests: [
    ...['user_id', 'patient_name', 'required_blood_group', 'units_required', 'hospital_name'],
    ...['hospital_location', 'contact_person', 'contact_number', 'urgency', 'additional_info'],
    ...['status', 'is_hidden', 'requested_at'],
  ],
}

export async function up(db: Kysely<never>) {
  for (const [table, columns] of Object.entries(COUNTED)) {
    await sql`drop trigger ${sql.id(`${table}_change`)} on ${sql.table(table)}`.execute(db)
    await sql`
      create trigger ${sql.id(`${table}_change`)}
      after insert or update of ${sql.join(columns.map(column => sql.id(column)))} or delete or truncate
      on ${sql.table(table)}
      for each statement execute function count_change(${sql.lit(`${table}_changes`)})`.execute(db)
  }
}
