import { type Kysely, sql } from 'kysely'

/** The columns of a blood request that a cached reply shows or is selected by. */
const COUNTED = [
  ...['user_id', 'patient_name', 'required_blood_group', 'units_required', 'hospital_name'],
  ...['hospital_location', 'contact_person', 'contact_number', 'urgency', 'additional_info'],
  ...['status', 'is_hidden', 'requested_at', 'needed_by', 'confirmed_at', 'unconfirmed_since', 'hidden_at'],
]

/**
 * Reports hide a blood request until an admin decides. `is_hidden` remains for the requests of suspended owners: a request
 * can be hidden for both reasons, and one of them can end before the other.
 */
export async function up(db: Kysely<never>) {
  await sql`alter table blood_requests add column hidden_at timestamptz(3)`.execute(db)

  await sql`drop trigger blood_requests_change on blood_requests`.execute(db)
  await sql`
    create trigger blood_requests_change
    after insert or update of ${sql.join(COUNTED.map(column => sql.id(column)))} or delete or truncate
    on blood_requests for each statement execute function count_change('blood_requests_changes')`.execute(db)

  await sql`drop index active_blood_requests`.execute(db)
  await sql`
    create index active_blood_requests on blood_requests (requested_at desc, id desc)
    where status = 'active' and not is_hidden and hidden_at is null`.execute(db)
  await sql`drop index due_waves`.execute(db)
  await sql`
    create index due_waves on blood_requests (next_wave_at)
    where status = 'active' and not is_hidden and hidden_at is null and next_wave_at is not null`.execute(db)
}
