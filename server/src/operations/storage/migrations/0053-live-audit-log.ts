import { type Kysely, sql } from 'kysely'

/** The columns of a blood request whose update is logged (migration 0043), and the time at which reports hid it. */
const UPDATED = [
  ...['patient_name', 'required_blood_group', 'units_required', 'hospital_name', 'hospital_location'],
  ...['contact_person', 'contact_number', 'urgency', 'additional_info', 'status', 'is_hidden'],
  ...['requested_at', 'needed_by', 'confirmed_at', 'unconfirmed_since', 'hidden_at'],
]

/** Logs new entries of the audit log, which is about no person who listens, and blood requests that reports hide. */
export async function up(db: Kysely<never>) {
  await sql`drop trigger blood_requests_live_update on blood_requests`.execute(db)
  await sql`
    create trigger blood_requests_live_update
    after update of ${sql.join(UPDATED.map(column => sql.id(column)))} on blood_requests
    for each row execute function log_blood_requests()`.execute(db)

  await sql`
    create function log_audit_entries() returns trigger language plpgsql as $$
    begin
      insert into live_changes (table_name) values ('audit_entries');
      return null;
    end $$`.execute(db)
  await sql`
    create trigger audit_entries_live_insert after insert on audit_entries
    for each statement execute function log_audit_entries()`.execute(db)
}
