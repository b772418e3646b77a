import { type Kysely, sql } from 'kysely'

/**
 * The log of changes that live streams look at (platform/live). An entry becomes visible when its transaction commits,
 * and it has the number of its transaction, so that a reader misses none that commits late. Entries are removed after
 * minutes; unlogged, because a reader that finds PostgreSQL restarted fetches everything again. No foreign key: the entry
 * of an erased person ends their streams.
 */
export async function up(db: Kysely<never>) {
  await sql`
    create unlogged table live_changes (
      transaction xid8 not null default pg_current_xact_id(),
      table_name text not null,
      -- The person whom the changed row is about.
      person_id uuid,
      changed_at timestamptz(3) not null default now()
    )`.execute(db)
  await sql`create index live_changes_by_transaction on live_changes (transaction)`.execute(db)
  await sql`create index live_changes_by_time on live_changes (changed_at)`.execute(db)

  for (const [table, { people = 'person.user_id', updated }] of Object.entries(TABLES)) {
    const log = sql.id(`log_${table}`)
    const events = [
      [
        'insert',
        sql`after insert on ${sql.table(table)} referencing new table as changed for each statement`,
      ],
      [
        'delete',
        sql`after delete on ${sql.table(table)} referencing old table as changed for each statement`,
      ],
      // A trigger for columns can have no table of changed rows.
      [
        'update',
        sql`after update of ${sql.join(updated.map(column => sql.id(column)))} on ${sql.table(table)} for each row`,
      ],
    ] as const
    await sql`
      create function ${log}() returns trigger language plpgsql as $$
      begin
        if tg_level = 'ROW' then
          insert into live_changes (table_name, person_id)
          select ${sql.lit(table)}, found.id from (select new.*) person cross join lateral (${sql.raw(selected(people))}) found;
        else
          insert into live_changes (table_name, person_id)
          select distinct ${sql.lit(table)}, found.id from changed person cross join lateral (${sql.raw(selected(people))}) found;
        end if;
        return null;
      end $$`.execute(db)
    for (const [event, when] of events.filter(([event]) => event !== 'update' || updated.length > 0))
      await sql`create trigger ${sql.id(`${table}_live_${event}`)} ${when} execute function ${log}()`.execute(
        db,
      )
  }
}

/** An offer or a donation is about the donor and about whoever posted the request. */
const DONOR_AND_REQUESTER = `person.user_id), ((select user_id from blood_requests where id = person.blood_request_id)`

const selected = (people: string) =>
  `select people.id from (values (${people})) people (id) where people.id is not null`

/** The columns that the person of a row is read from, and the columns whose update is logged. */
const TABLES: Record<string, { people?: string; updated: string[] }> = {
  users: { people: 'person.id', updated: ['email', 'role', 'email_verified', 'suspended_at'] },
  // A session that ends ends the streams that it opened.
  sessions: { updated: [] },
  donors: {
    updated: [
      ...['full_name', 'university_role', 'department', 'blood_group', 'contact_number'],
      ...['allow_contact_visibility', 'is_verified', 'is_available', 'is_profile_active', 'is_hidden'],
      ...['registered_at', 'last_donation_date', 'recorded_donation_date'],
    ],
  },
  blood_requests: {
    updated: [
      ...['patient_name', 'required_blood_group', 'units_required', 'hospital_name', 'hospital_location'],
      ...['contact_person', 'contact_number', 'urgency', 'additional_info', 'status', 'is_hidden'],
      ...['requested_at', 'needed_by', 'confirmed_at', 'unconfirmed_since'],
    ],
  },
  offers: { people: DONOR_AND_REQUESTER, updated: ['blood_request_id', 'status', 'contact_until'] },
  donations: {
    people: DONOR_AND_REQUESTER,
    updated: ['user_id', 'blood_request_id', 'donated_on', 'is_withdrawn', 'disputed_at'],
  },
  // Whoever posted the request sees how many donors were asked.
  alerts: { people: 'person.requester_id', updated: ['answer'] },
}
