import {
  type BloodRequestForm,
  tooManyActiveRequestsMessage,
  tooManyPostsMessage,
} from '@blood-bank/contract/blood-requests/posting'
import { isAdmin } from '@blood-bank/contract/users/actors'
import type { User } from '@blood-bank/contract/users/endpoints'
import { CompiledQuery } from 'kysely'
import { finiteOrNull, type Limits } from '../../config/limits.ts'
import type { RecordSecurityEvent } from '../../identity/access/security-events.ts'
import { mailboxOf } from '../../identity/mailboxes/mailbox.ts'
import { formatUsTime } from '../../platform/clock/local-time.ts'
import { createBatcher } from '../../platform/database/batcher.ts'
import type { Database } from '../../platform/database/connection.ts'
import { isDatabaseUnavailable } from '../../platform/database/outage.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { hashNeed } from './need.ts'
import type { BloodRequestRow, PostedBloodRequest } from './tables.ts'

type NewBloodRequest = {
  /** The limits do not bind admins, who post for whoever calls. */
  owner: Pick<User, 'id' | 'email' | 'role'>
  /** The form with the time that its "Needed by" is in the site's time zone. */
  form: Omit<BloodRequestForm, 'neededBy' | 'isAnotherRequest' | 'isHospitalName'> & { neededBy: Date | null }
  /** Whether it may look the same as an active request of its owner. */
  isAnotherRequest: boolean
  idempotencyKey: string | null
}

type Posting = {
  limits: Pick<Limits, 'postsPerDay' | 'activeRequests'>
  timeZone: string
  recordSecurityEvent: RecordSecurityEvent
  now: () => Date
}

type Refused = 'posting-stopped' | 'similar-request-active' | 'too-many-active-requests' | 'too-many-posts'

/** What the database gives to a new request. */
type Given = Pick<BloodRequestRow, 'id' | 'requestedAt' | 'confirmedAt'>

type Outcome = {
  /** Why the request is not stored; null, too, if one with the same key is stored already. */
  refused: Refused | null
  /** When the owner may post again. */
  againAt: Date
} & (Given | { [Name in keyof Given]: null })

/**
 * Creates the function that posts a blood request. Requests that arrive while a statement runs are stored together by the
 * next one, as most of the cost of a post is the round trip and the commit. A request sent again with the same idempotency
 * key returns the stored one, even if its owner has reached a limit since.
 */
export function createPosting(
  db: Database,
  { limits, timeZone, recordSecurityEvent, now }: Posting,
): (request: NewBloodRequest) => Promise<PostedBloodRequest> {
  const insert = (requests: NewBloodRequest[]) => insertWithinLimits(db, requests, { limits, now: now() })

  /** One request that cannot be stored, because its owner was just erased, must not fail those that were sent with it. */
  async function insertEach(requests: NewBloodRequest[]): Promise<PromiseSettledResult<Outcome>[]> {
    try {
      return (await insert(requests)).map(value => ({ status: 'fulfilled', value }))
    } catch (reason) {
      if (requests.length === 1 || isDatabaseUnavailable(reason))
        return requests.map(() => ({ status: 'rejected', reason }))
      return (await Promise.all(requests.map(request => insertEach([request])))).flat()
    }
  }

  const insertTogether = createBatcher(async (requests: NewBloodRequest[]) => {
    const statements = statementsOf(requests, limits)
    const outcomes = (await Promise.all(statements.map(insertEach))).flat()
    const results = new Map(statements.flat().map((request, place) => [request, outcomes[place]]))
    return requests.map(request => results.get(request) as PromiseSettledResult<Outcome>)
  })

  return async function post(request) {
    const { owner, idempotencyKey } = request
    const result = await insertTogether(request)
    if (result.status === 'rejected') throw result.reason
    const { refused, againAt, ...given } = result.value
    if (given.id !== null) return newRow(request, given)
    const stored = await findPosted(db, owner.id, idempotencyKey)
    if (stored) return stored
    // The first request with this key has just been deleted, so this one is new.
    if (refused === null) return post(request)
    if (refused === 'posting-stopped' || refused === 'similar-request-active') throw refuse(refused)
    recordSecurityEvent('post-limit-reached', { userId: owner.id, limit: refused })
    if (refused === 'too-many-active-requests')
      throw refuse(refused, { message: tooManyActiveRequestsMessage(limits.activeRequests) })
    throw refuse(refused, {
      message: tooManyPostsMessage(limits.postsPerDay, formatUsTime(againAt, timeZone)),
      // The time comes from the database's clock; a difference between the clocks must not make the delay negative.
      retryAfterSeconds: Math.max(1, (againAt.getTime() - now().getTime()) / 1000),
    })
  }
}

/**
 * Puts requests together that one statement can store. Whether a request exceeds a limit or is similar depends on those
 * before it, so that then only one of each person is in a statement.
 */
function statementsOf(requests: NewBloodRequest[], limits: Posting['limits']): NewBloodRequest[][] {
  const isLimited = Number.isFinite(limits.postsPerDay) || Number.isFinite(limits.activeRequests)
  const people = new Set<string>()
  const [together, alone]: [NewBloodRequest[], NewBloodRequest[][]] = [[], []]
  for (const request of requests) {
    const person = mailboxOf(request.owner.email)
    const mustBeAlone = people.has(person) && (isLimited || !request.isAnotherRequest)
    if (mustBeAlone) alone.push([request])
    else together.push(request)
    people.add(person)
  }
  return [together, ...alone]
}

/**
 * Stores requests of different people, each unless it exceeds a limit. `posting_allowance` lets one transaction at a time
 * post for a mailbox, and reads what the one before has stored; they come in one order, so that two transactions do not
 * wait for each other. A text, as building the statement anew took a third of the time of a post.
 */
const INSERT_WITHIN_LIMITS = `
  with sent as materialized (
    select uuidv7() as new_id, entry.*, mailbox, posting_stopped_at
      from json_populate_recordset(null::blood_requests, $1) with ordinality entry left join users on users.id = user_id
     order by mailbox, ordinality
  ), checked as materialized (
    select ordinality, new_id, again_at, case
        when posting_stopped_at is not null then 'posting-stopped'
        when is_similar then 'similar-request-active'
        when active_left <= 0 and (posts_left is null or active_left < posts_left) then 'too-many-active-requests'
        when posts_left <= 0 then 'too-many-posts'
      end as refused
      from sent, unnest(array[($6::boolean[])[ordinality]]) is_limited, posting_allowance(user_id, case when is_limited then $2::int end, case when is_limited then $3::int end, case when ($4::boolean[])[ordinality] then need end)
  ), posted as (
    insert into blood_requests (
      id, user_id, user_email, patient_name, required_blood_group, units_required, hospital_name, hospital_location,
      contact_person, contact_number, urgency, additional_info, needed_by, need, confirmed_at, idempotency_key)
    select
      new_id, user_id, user_email, patient_name, required_blood_group, units_required, hospital_name, hospital_location,
      contact_person, contact_number, urgency, additional_info, needed_by, need, $5, idempotency_key
      from sent join checked using (new_id) where refused is null
    on conflict (user_id, idempotency_key) where idempotency_key is not null do nothing
    returning id, requested_at, confirmed_at
  )
  select refused, again_at, id, requested_at, confirmed_at from checked left join posted on id = new_id order by ordinality`

/** @returns the outcome of each request, in their order */
async function insertWithinLimits(
  db: Database,
  requests: NewBloodRequest[],
  { limits, now }: { limits: Posting['limits']; now: Date },
): Promise<Outcome[]> {
  const values = [
    JSON.stringify(requests.map(columnsOf)),
    finiteOrNull(limits.postsPerDay),
    finiteOrNull(limits.activeRequests),
    requests.map(({ isAnotherRequest }) => !isAnotherRequest),
    now,
    requests.map(({ owner }) => !isAdmin(owner)),
  ]
  const { rows } = await db.executeQuery<Outcome>(CompiledQuery.raw(INSERT_WITHIN_LIMITS, values))
  return rows
}

const columnsOf = ({ owner, form, idempotencyKey }: NewBloodRequest) => ({
  user_id: owner.id,
  user_email: owner.email,
  patient_name: form.patientName,
  required_blood_group: form.requiredBloodGroup,
  units_required: form.unitsRequired,
  hospital_name: form.hospitalName,
  hospital_location: form.hospitalLocation,
  contact_person: form.contactPerson,
  contact_number: form.contactNumber,
  urgency: form.urgency,
  additional_info: form.additionalInfo,
  needed_by: form.neededBy,
  need: `\\x${hashNeed(form).toString('hex')}`,
  idempotency_key: idempotencyKey,
})

/** The row as it is stored. It is not read back, because the driver would decode 26 columns for each post. */
const newRow = ({ owner, form }: NewBloodRequest, given: Given): PostedBloodRequest => ({
  ...form,
  ...given,
  userId: owner.id,
  userEmail: owner.email,
  status: 'active',
  unconfirmedSince: null,
  hiddenAt: null,
  closedAt: null,
  closedByAdminAt: null,
  closingReason: null,
})

/** The request that somebody posted with an idempotency key. */
export const findPosted = (db: Database, userId: string, idempotencyKey: string | null) =>
  db
    .selectFrom('bloodRequests')
    .selectAll()
    .where('userId', '=', userId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
