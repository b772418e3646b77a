import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'

/** The columns of a blood request that a cached reply shows or is selected by (migration 0032 has the others). */
const COUNTED = [
  ...['user_id', 'patient_name', 'required_blood_group', 'units_required', 'hospital_name'],
  ...['hospital_location', 'contact_person', 'contact_number', 'urgency', 'additional_info'],
  ...['status', 'is_hidden', 'requested_at', 'needed_by', 'confirmed_at', 'unconfirmed_since'],
]

/**
 * The owner of an active blood request is asked by email when blood may be needed no longer: at the time that they entered,
 * or a while after they posted the request or said last that blood is still needed.
 */
export async function up(db: Kysely<never>) {
  await sql`
    alter table blood_requests
      -- As entered by the owner.
      add column needed_by timestamptz(3),
      -- When the owner last said that blood is needed, first by posting. Null for a request from before there were
      -- alerts: its donors are asked after the owner has confirmed it.
      add column confirmed_at timestamptz(3),
      -- The time after which the owner has not answered; while it is set, no donor is asked.
      add column unconfirmed_since timestamptz(3),
      -- A hash of group, patient and hospital: equal for requests that look the same.
      add column need bytea`.execute(db)
  await sql`alter table blood_requests alter column confirmed_at set default now()`.execute(db)
  await sql`
    update blood_requests set confirmed_at = requested_at
     where next_wave_at is not null
        or exists (select from alert_waves where blood_request_id = blood_requests.id)`.execute(db)
  // The planner asks the owner when it looks at the request. Where that is overdue it is spread over an hour, so that not
  // all owners get their email in the same second.
  await sql`
    update blood_requests set next_wave_at = greatest(
        requested_at + case urgency when 'urgent' then interval '24 hours' when 'moderate' then interval '48 hours'
                                    else interval '14 days' end,
        now() + random() * interval '1 hour')
     where status = 'active' and next_wave_at is null`.execute(db)
  await storeNeeds(db)

  await sql`drop trigger blood_requests_change on blood_requests`.execute(db)
  await sql`
    create trigger blood_requests_change
    after insert or update of ${sql.join(COUNTED.map(column => sql.id(column)))} or delete or truncate
    on blood_requests for each statement execute function count_change('blood_requests_changes')`.execute(db)

  // The tokens of the links in these emails. Without the request after its deletion, so that the link can say why it is
  // dead. A request can have several: an email that is sent again has a new one.
  await sql`
    create table confirmation_links (
      token_hash bytea primary key,
      blood_request_id uuid references blood_requests on delete set null,
      created_at timestamptz(3) not null
    )`.execute(db)
  await sql`
    create index confirmation_links_of_request on confirmation_links (blood_request_id)`.execute(db)
  await sql`create index confirmation_links_by_time on confirmation_links (created_at)`.execute(db)

  // As before, and the needs of up to 50 active requests of each owner, read after the lock like the rest. They are not
  // sorted, so that posting does not become slower with every request that is active.
  await sql`drop function posting_allowances(uuid[], int, int)`.execute(db)
  await sql`
    create function posting_allowances(owners uuid[], posts_per_day int, most_active int)
    returns table (owner uuid, posts_left int, active_left int, again_at timestamptz, active_needs bytea[])
    language plpgsql volatile set plan_cache_mode = force_generic_plan as $$
    begin
      perform pg_advisory_xact_lock(hashtextextended(one::text, 19))
      from (select one from unnest(owners) one order by one) in_order;
      return query
      select one, posts_per_day - posted.count::int, most_active - active.count::int, posted.first + interval '24 hours',
             compared.needs
      from unnest(owners) one
      cross join lateral (
        select count(*), min(requested_at) as first from (
          (select requested_at from blood_requests
           where user_id = one and requested_at > statement_timestamp() - interval '24 hours'
           order by requested_at desc limit posts_per_day)
          union all
          (select requested_at from deleted_posts
           where user_id = one and requested_at > statement_timestamp() - interval '24 hours'
           order by requested_at desc limit posts_per_day)
          order by requested_at desc limit posts_per_day
        ) latest
        where posts_per_day is not null
      ) posted
      cross join lateral (
        select count(*) from (
          select from blood_requests where user_id = one and status = 'active' limit most_active
        ) own
        where most_active is not null
      ) active
      cross join lateral (
        select array(
          select need from blood_requests where user_id = one and status = 'active' limit 50
        ) as needs
      ) compared;
    end $$`.execute(db)
}

/** So many requests are updated by one statement. */
const BATCH_SIZE = 1_000

type Row = { id: string; requiredBloodGroup: string; patientName: string; hospitalName: string }

/** Closed requests look like no other. */
async function storeNeeds(db: Kysely<never>) {
  for (let after: string | null = null; ; ) {
    const { rows }: { rows: Row[] } = await sql<Row>`
      select id, required_blood_group as "requiredBloodGroup", patient_name as "patientName",
             hospital_name as "hospitalName"
        from blood_requests where status = 'active' and (${after}::uuid is null or id > ${after}::uuid)
       order by id limit ${BATCH_SIZE}`.execute(db)
    await sql`
      update blood_requests set need = known.need
        from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(needOf)}::bytea[]) as known (id, need)
       where blood_requests.id = known.id`.execute(db)
    after = rows.at(-1)?.id ?? null
    if (rows.length < BATCH_SIZE) return
  }
}

const plain = (text: string) =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

const needOf = ({ requiredBloodGroup, patientName, hospitalName }: Row) =>
  createHash('sha256')
    .update(JSON.stringify([requiredBloodGroup, plain(patientName), plain(hospitalName)]))
    .digest()
