import { type Kysely, sql } from 'kysely'

/** The columns of a blood request whose change is told to live pages. */
const LIVE_COLUMNS = [
  ...['patient_name', 'required_blood_group', 'units_required', 'hospital_name', 'hospital_location'],
  ...['contact_person', 'contact_number', 'urgency', 'additional_info', 'status', 'is_hidden'],
  ...['requested_at', 'needed_by', 'confirmed_at', 'unconfirmed_since', 'hidden_at'],
]

/**
 * Reports of members about blood requests and people. Those about one request, or about one person, are a case on which an
 * admin decides. Cases and reports outlive what they are about, and whoever made them, without a person; what somebody
 * wrote does not.
 */
export async function up(db: Kysely<never>) {
  // Since when reports stop the person from posting, until an admin decides.
  await sql`alter table users add column posting_stopped_at timestamptz(3)`.execute(db)

  await sql`
    create table report_cases (
      id uuid primary key default uuidv7(),
      subject text not null check (subject in ('blood-request', 'person')),
      -- Null after its deletion.
      blood_request_id uuid references blood_requests on delete set null,
      required_blood_group text,
      -- Whoever posted the request, or the reported person; null after the erasure of the account.
      user_id uuid references users on delete set null,
      opened_at timestamptz(3) not null,
      decision text check (decision in ('cleared', 'upheld', 'suspended', 'dismissed')),
      reason text,
      decided_at timestamptz(3),
      constraint decisions_are_whole check (
        (decision is null) = (decided_at is null) and (decision is null) = (reason is null)),
      constraint only_requests_have_a_group check ((subject = 'blood-request') = (required_blood_group is not null))
    )`.execute(db)
  // Of concurrent first reports, one opens the case.
  await sql`
    create unique index waiting_case_of_request on report_cases (blood_request_id)
    where decision is null and subject = 'blood-request'`.execute(db)
  await sql`
    create unique index waiting_case_of_person on report_cases (user_id)
    where decision is null and subject = 'person'`.execute(db)
  await sql`create index report_cases_of_request on report_cases (blood_request_id)`.execute(db)
  await sql`create index report_cases_of_user on report_cases (user_id)`.execute(db)
  await sql`create index waiting_report_cases on report_cases (opened_at, id) where decision is null`.execute(
    db,
  )
  await sql`
    create index waiting_report_cases_of_subject on report_cases (subject, opened_at, id)
    where decision is null`.execute(db)
  await sql`
    create index handled_report_cases on report_cases (decided_at desc, id desc)
    where decision is not null`.execute(db)
  await sql`
    create index handled_report_cases_of_subject on report_cases (subject, decided_at desc, id desc)
    where decision is not null`.execute(db)

  await sql`
    create table reports (
      id uuid primary key default uuidv7(),
      case_id uuid not null references report_cases on delete cascade,
      reporter_id uuid references users on delete set null,
      -- The reported thing; null after its deletion.
      blood_request_id uuid references blood_requests on delete set null,
      offer_id uuid references offers on delete set null,
      kind text not null check (kind in ('asked-for-money', 'not-real', 'harassment', 'other')),
      reported_at timestamptz(3) not null,
      dismissed_at timestamptz(3),
      constraint reports_are_about_one_thing check (num_nonnulls(blood_request_id, offer_id) <= 1)
    )`.execute(db)
  // A person reports a thing once.
  await sql`
    create unique index report_of_request on reports (reporter_id, blood_request_id)
    where blood_request_id is not null`.execute(db)
  await sql`
    create unique index report_of_offer on reports (reporter_id, offer_id) where offer_id is not null`.execute(
    db,
  )
  await sql`create index reports_of_case on reports (case_id, reported_at desc, id desc)`.execute(db)
  await sql`create index reports_of_reporter on reports (reporter_id, reported_at desc)`.execute(db)
  await sql`create index reports_of_blood_request on reports (blood_request_id)`.execute(db)
  await sql`create index reports_of_offer on reports (offer_id)`.execute(db)

  // Live pages show hidden requests to their owners, and cases to admins (migration 0043).
  await sql`drop trigger blood_requests_live_update on blood_requests`.execute(db)
  await sql`
    create trigger blood_requests_live_update
    after update of ${sql.join(LIVE_COLUMNS.map(column => sql.id(column)))} on blood_requests
    for each row execute function log_blood_requests()`.execute(db)
  await sql`
    create function log_change_of_reports() returns trigger language plpgsql as $$
    begin
      insert into live_changes (table_name) values (tg_table_name);
      return null;
    end $$`.execute(db)
  for (const table of ['report_cases', 'reports'])
    for (const event of ['insert', 'update', 'delete'])
      await sql`
        create trigger ${sql.id(`${table}_live_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
        for each statement execute function log_change_of_reports()`.execute(db)

  // What a reporter wrote, and an admin who decided. The erasure of whoever wrote it and of whom it is about deletes it.
  await sql`
    create table report_texts (
      id uuid primary key default uuidv7(),
      case_id uuid not null references report_cases on delete cascade,
      -- Null for the note of an admin about the whole case.
      report_id uuid references reports on delete cascade,
      is_note boolean not null,
      author_id uuid not null references users on delete cascade,
      about_id uuid references users on delete cascade,
      text text not null check (text <> ''),
      written_at timestamptz(3) not null
    )`.execute(db)
  await sql`create unique index text_of_report on report_texts (report_id) where not is_note`.execute(db)
  await sql`create index report_texts_of_report on report_texts (report_id)`.execute(db)
  await sql`create index report_texts_of_case on report_texts (case_id, written_at)`.execute(db)
  await sql`create index report_texts_of_author on report_texts (author_id)`.execute(db)
  await sql`create index report_texts_about on report_texts (about_id)`.execute(db)
}
