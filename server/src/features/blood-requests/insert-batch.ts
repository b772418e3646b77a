import type { BloodRequestForm } from '@blood-bank/contract/blood-requests/posting'
import type { User } from '@blood-bank/contract/users/endpoints'
import { type RawBuilder, sql } from 'kysely'
import type { Limits } from '../../config/limits.ts'
import type { Database } from '../../platform/database/connection.ts'
import { hashNeed } from './need.ts'
import type { BloodRequestRow } from './tables.ts'

/** The form with the time that its "Needed by" is in the site's time zone. */
export type NewBloodRequestForm = Omit<BloodRequestForm, 'neededBy' | 'isAnotherRequest'> & {
  neededBy: Date | null
}

export type NewBloodRequest = {
  owner: Pick<User, 'id' | 'email'>
  form: NewBloodRequestForm
  /** Whether it may look the same as an active request of its owner. */
  isAnotherRequest: boolean
  idempotencyKey: string | null
}

/** How many requests an account may post in 24 hours, and how many may be active; infinite when switched off. */
export type PostingLimits = Pick<Limits, 'postsPerDay' | 'activeRequests'>

/**
 * The result of one request of a batch: stored; refused because reports stop its owner from posting, because an active
 * request of its owner looks the same or because its owner has reached a limit; or undecided, because a request with the
 * same key is stored already or precedes it in the batch.
 */
export type Insertion =
  | { kind: 'stored'; row: StoredFields }
  | { kind: 'posting-stopped' }
  | { kind: 'similar-request-active' }
  | { kind: 'too-many-posts'; againAt: Date }
  | { kind: 'too-many-active-requests' }
  | { kind: 'undecided' }

type StoredFields = Pick<BloodRequestRow, 'id' | 'status' | 'requestedAt'> & { confirmedAt: Date }

type ResultRow = { [Name in keyof StoredFields]: StoredFields[Name] | null } & {
  isStopped: boolean | null
  isSimilar: boolean | null
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
  { limits, now }: { limits: PostingLimits; now: Date },
): Promise<Insertion[]> {
  const sent = requests.map(({ owner, form, isAnotherRequest, idempotencyKey }, place) => ({
    place,
    userId: owner.id,
    userEmail: owner.email,
    idempotencyKey,
    isAnotherRequest,
    need: hashNeed(form).toString('base64'),
    ...form,
  }))
  const { rows } = await statement(JSON.stringify(sent), limits, now).execute(db)
  return rows.map(insertionOf)
}

function insertionOf({ id, status, requestedAt, confirmedAt, ...row }: ResultRow): Insertion {
  if (id !== null && status !== null && requestedAt !== null && confirmedAt !== null)
    return { kind: 'stored', row: { id, status, requestedAt, confirmedAt } }
  if (row.isStopped) return { kind: 'posting-stopped' }
  if (row.isSimilar) return { kind: 'similar-request-active' }
  const { nth, postsLeft, activeLeft, againAt } = row
  const mayPost = postsLeft ?? Number.POSITIVE_INFINITY
  const mayBeActive = activeLeft ?? Number.POSITIVE_INFINITY
  if (nth === null || nth <= Math.min(mayPost, mayBeActive)) return { kind: 'undecided' }
  if (mayBeActive < mayPost) return { kind: 'too-many-active-requests' }
  // All posts that count are in this batch: a later statement can read when the first of them was stored.
  return againAt ? { kind: 'too-many-posts', againAt } : { kind: 'undecided' }
}

// Written as SQL text: building it with the query builder for each batch would cost a tenth of the time of a post.
function statement(sent: string, limits: PostingLimits, now: Date): RawBuilder<ResultRow> {
  const [postsPerDay, activeRequests] = [limits.postsPerDay, limits.activeRequests].map(limit =>
    Number.isFinite(limit) ? limit : null,
  )
  return sql`
    with ${sentTable(sent)}, fresh as (
      select distinct on ("userId", coalesce("idempotencyKey", id)) * from sent
       where not exists (
         select from blood_requests where user_id = "userId" and idempotency_key = "idempotencyKey")
       order by "userId", coalesce("idempotencyKey", id), place
    ), allowance as materialized (
      select * from posting_allowances(
        (select array_agg(distinct "userId") from fresh), ${postsPerDay}, ${activeRequests})
    ), compared as (
      select fresh.id, "userId", place, posts_left, active_left, again_at,
             not "isAnotherRequest" and (
               -- Null if it equals none and one of them is null.
               coalesce(decode(need, 'base64') = any (active_needs), false)
               or row_number() over (partition by "userId", need order by place) > 1) as is_similar,
             exists (select from users where users.id = "userId" and posting_stopped_at is not null) as is_stopped
        from fresh join allowance on owner = "userId"
    ), numbered as (
      select id, is_similar, is_stopped,
             count(*) filter (where not is_similar) over (partition by "userId" order by place)::int as nth,
             posts_left, active_left, again_at
        from compared
    ), posted as (
      ${INSERT}, ${now} from sent where id in (
        select id from numbered
         where not is_similar and not is_stopped and coalesce(nth <= least(posts_left, active_left), true))
      ${ON_REPEAT}
    )
    select place, posted.*, nth, is_similar, is_stopped, posts_left, active_left, again_at
    from sent left join posted using (id) left join numbered using (id) order by place`
}

const sentTable = (sent: string) => sql`
  sent as materialized (
    select uuidv7() as id, * from json_to_recordset(${sent}) as sent (
      place int, "userId" uuid, "userEmail" text, "idempotencyKey" uuid, "patientName" text,
      "requiredBloodGroup" text, "unitsRequired" int, "hospitalName" text, "hospitalLocation" text,
      "contactPerson" text, "contactNumber" text, urgency text, "neededBy" timestamptz, "additionalInfo" text,
      "isAnotherRequest" boolean, need text))`

const INSERT = sql`
  insert into blood_requests (
    id, user_id, user_email, idempotency_key, patient_name, required_blood_group, units_required,
    hospital_name, hospital_location, contact_person, contact_number, urgency, needed_by, additional_info, need,
    confirmed_at)
  select
    id, "userId", "userEmail", "idempotencyKey", "patientName", "requiredBloodGroup", "unitsRequired",
    "hospitalName", "hospitalLocation", "contactPerson", "contactNumber", urgency, "neededBy", "additionalInfo",
    decode(need, 'base64')`

const ON_REPEAT = sql`
  on conflict (user_id, idempotency_key) where idempotency_key is not null do nothing
  returning id, status, requested_at, confirmed_at`
