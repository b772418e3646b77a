import type { BloodRequestForm } from '@blood-bank/contract/blood-requests'
import type { User } from '@blood-bank/contract/users'
import { type RawBuilder, sql } from 'kysely'
import type { Limits } from '../../config/limits.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { BloodRequestRow } from './tables.ts'

export type NewBloodRequest = {
  owner: Pick<User, 'id' | 'email'>
  form: BloodRequestForm
  idempotencyKey: string | null
}

/** How many requests an account may post in 24 hours, and how many may be active; infinite when switched off. */
export type PostingLimits = Pick<Limits, 'postsPerDay' | 'activeRequests'>

/**
 * The result of one request of a batch: stored; refused because its owner has reached a limit; or undecided, because a
 * request with the same key is stored already or precedes it in the batch.
 */
export type Insertion =
  | { kind: 'stored'; row: StoredFields }
  | { kind: 'too-many-posts'; againAt: Date }
  | { kind: 'too-many-active-requests' }
  | { kind: 'undecided' }

type StoredFields = Pick<BloodRequestRow, 'id' | 'status' | 'requestedAt'>

type ResultRow = { [Name in keyof StoredFields]: StoredFields[Name] | null } & {
  place: number
  /** Its position among the new requests of its owner in this batch. */
  nth: number | null
  postsLeft: number | null
  activeLeft: number | null
  againAt: Date | null
}

/**
 * Stores a batch of requests in one statement, without those that exceed a limit.
 * @returns the result of each request, in the order of `requests`
 */
export async function insertBatch(
  db: Database,
  requests: NewBloodRequest[],
  limits: PostingLimits,
): Promise<Insertion[]> {
  const sent = requests.map(({ owner, form, idempotencyKey }, place) => ({
    place,
    userId: owner.id,
    userEmail: owner.email,
    idempotencyKey,
    ...form,
  }))
  const { rows } = await statement(JSON.stringify(sent), limits).execute(db)
  return rows.map(insertionOf)
}

function insertionOf({ id, status, requestedAt, ...row }: ResultRow): Insertion {
  if (id !== null && status !== null && requestedAt !== null)
    return { kind: 'stored', row: { id, status, requestedAt } }
  const { nth, postsLeft, activeLeft, againAt } = row
  const mayPost = postsLeft ?? Number.POSITIVE_INFINITY
  const mayBeActive = activeLeft ?? Number.POSITIVE_INFINITY
  if (nth === null || nth <= Math.min(mayPost, mayBeActive)) return { kind: 'undecided' }
  if (mayBeActive < mayPost) return { kind: 'too-many-active-requests' }
  // All posts that count are in this batch: a later statement can read when the first of them was stored.
  return againAt ? { kind: 'too-many-posts', againAt } : { kind: 'undecided' }
}

// Written as SQL text: building it with the query builder for each batch would cost a tenth of the time of a post.
function statement(sent: string, limits: PostingLimits): RawBuilder<ResultRow> {
  const [postsPerDay, activeRequests] = [limits.postsPerDay, limits.activeRequests].map(limit =>
    Number.isFinite(limit) ? limit : null,
  )
  if (postsPerDay === null && activeRequests === null)
    return sql`
      with ${sentTable(sent)}, posted as (${INSERT} from sent ${ON_REPEAT})
      select place, posted.*, null as nth, null as posts_left, null as active_left, null as again_at
      from sent left join posted using (id) order by place`
  return sql`
    with ${sentTable(sent)}, numbered as (
      select id, "userId", row_number() over (partition by "userId" order by place)::int as nth
      from (
        select distinct on ("userId", coalesce("idempotencyKey", id)) id, "userId", place from sent
        where not exists (
          select from blood_requests where user_id = "userId" and idempotency_key = "idempotencyKey")
        order by "userId", coalesce("idempotencyKey", id), place
      ) fresh
    ), allowance as materialized (
      select * from posting_allowances(
        (select array_agg(distinct "userId") from numbered), ${postsPerDay}, ${activeRequests})
    ), posted as (
      ${INSERT} from sent where id in (
        select id from numbered join allowance on owner = "userId" where nth <= least(posts_left, active_left))
      ${ON_REPEAT}
    )
    select place, posted.*, nth, posts_left, active_left, again_at
    from sent left join posted using (id) left join numbered using (id)
    left join allowance on owner = numbered."userId" order by place`
}

const sentTable = (sent: string) => sql`
  sent as materialized (
    select uuidv7() as id, * from json_to_recordset(${sent}) as sent (
      place int, "userId" uuid, "userEmail" text, "idempotencyKey" uuid, "patientName" text,
      "requiredBloodGroup" text, "unitsRequired" int, "hospitalName" text, "hospitalLocation" text,
      "contactPerson" text, "contactNumber" text, urgency text, "additionalInfo" text))`

const INSERT = sql`
  insert into blood_requests (
    id, user_id, user_email, idempotency_key, patient_name, required_blood_group, units_required,
    hospital_name, hospital_location, contact_person, contact_number, urgency, additional_info)
  select
    id, "userId", "userEmail", "idempotencyKey", "patientName", "requiredBloodGroup", "unitsRequired",
    "hospitalName", "hospitalLocation", "contactPerson", "contactNumber", urgency, "additionalInfo"`

const ON_REPEAT = sql`
  on conflict (user_id, idempotency_key) where idempotency_key is not null do nothing
  returning id, status, requested_at`
