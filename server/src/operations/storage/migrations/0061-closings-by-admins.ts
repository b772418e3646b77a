import { type Kysely, sql } from 'kysely'

/** The columns of a blood request that a cached reply shows or is selected by. */
const COUNTED = [
  ...['user_id', 'patient_name', 'required_blood_group', 'units_required', 'hospital_name'],
  ...['hospital_location', 'contact_person', 'contact_number', 'urgency', 'additional_info'],
  ...['status', 'is_hidden', 'requested_at', 'needed_by', 'confirmed_at', 'unconfirmed_since', 'hidden_at'],
  ...['closed_by_admin_at', 'closing_reason'],
]

/** The owner of a blood request that an admin closes or deletes is told when, and why if it is cancelled or deleted. */
export async function up(db: Kysely<never>) {
  await sql`
    alter table blood_requests
      -- Null for a request that its owner closed.
      add column closed_by_admin_at timestamptz(3),
      add column closing_reason text,
      add constraint admins_close_for_good check (closed_by_admin_at is null or status <> 'active'),
      add constraint admins_say_why_they_cancel check (
        (closing_reason is not null) = (closed_by_admin_at is not null and status = 'cancelled'))`.execute(db)
  await sql`drop trigger blood_requests_change on blood_requests`.execute(db)
  await sql`
    create trigger blood_requests_change
    after insert or update of ${sql.join(COUNTED.map(column => sql.id(column)))} or delete or truncate
    on blood_requests for each statement execute function count_change('blood_requests_changes')`.execute(db)

  // Neither patient nor hospital: a deletion is for good. Deleted when its owner has read it.
  await sql`
    create table request_deletions (
      id uuid primary key default uuidv7(),
      user_id uuid not null references users on delete cascade,
      required_blood_group text not null,
      requested_at timestamptz(3) not null,
      deleted_at timestamptz(3) not null,
      reason text not null
    )`.execute(db)
  await sql`create index request_deletions_of_user on request_deletions (user_id, deleted_at desc)`.execute(
    db,
  )
  await sql`create index request_deletions_by_time on request_deletions (deleted_at)`.execute(db)
}
