import {
  type BloodRequestForm,
  tooManyActiveRequestsMessage,
  tooManyPostsMessage,
} from '@blood-bank/contract/blood-requests/posting'
import type { User } from '@blood-bank/contract/users/endpoints'
import { CompiledQuery } from 'kysely'
import { finiteOrNull, type Limits } from '../../config/limits.ts'
import type { RecordSecurityEvent } from '../../identity/access/security-events.ts'
import { formatUsTime } from '../../platform/clock/local-time.ts'
import type { Database } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { hashNeed } from './need.ts'
import type { BloodRequestRow, PostedBloodRequest } from './tables.ts'

type NewBloodRequest = {
  owner: Pick<User, 'id' | 'email'>
  /** The form with the time that its "Needed by" is in the site's time zone. */
  form: Omit<BloodRequestForm, 'neededBy' | 'isAnotherRequest'> & { neededBy: Date | null }
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
type Given = Pick<BloodRequestRow, 'id' | 'requestedAt'>

type Outcome = {
  /** Why the request is not stored; null, too, if one with the same key is stored already. */
  refused: Refused | null
  /** When the owner may post again. */
  againAt: Date
} & (Given | { id: null; requestedAt: null })

/**
 * Creates the function that posts a blood request. A request sent again with the same idempotency key returns the stored
 * one, even if its owner has reached a limit since.
 */
export function createPosting(
  db: Database,
  { limits, timeZone, recordSecurityEvent, now }: Posting,
): (request: NewBloodRequest) => Promise<PostedBloodRequest> {
  return async function post(request) {
    const { owner, idempotencyKey } = request
    const postedAt = now()
    const { refused, againAt, ...given } = await insertWithinLimits(db, request, { limits, now: postedAt })
    if (given.id !== null) return newRow(request, { ...given, confirmedAt: postedAt })
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
 * Stores a request unless it exceeds a limit. `posting_allowance` lets one transaction at a time post for an owner, and reads
 * what the one before has stored. A text, as building the statement anew took a third of the time of a post.
 */
const INSERT_WITHIN_LIMITS = `
  with checked as materialized (
    select again_at, case
        when (select posting_stopped_at from users where id = $1) is not null then 'posting-stopped'
        when is_similar then 'similar-request-active'
        when active_left <= 0 and (posts_left is null or active_left < posts_left) then 'too-many-active-requests'
        when posts_left <= 0 then 'too-many-posts'
      end as refused
      from posting_allowance($1, $2, $3, $4)
  ), posted as (
    insert into blood_requests (
      user_id, user_email, patient_name, required_blood_group, units_required, hospital_name, hospital_location,
      contact_person, contact_number, urgency, additional_info, needed_by, need, confirmed_at, idempotency_key)
    select $1, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18 from checked where refused is null
    on conflict (user_id, idempotency_key) where idempotency_key is not null do nothing
    returning id, requested_at
  )
  select refused, again_at, id, requested_at from checked left join posted on true`

async function insertWithinLimits(
  db: Database,
  { owner, form, isAnotherRequest, idempotencyKey }: NewBloodRequest,
  { limits, now }: { limits: Posting['limits']; now: Date },
): Promise<Outcome> {
  const need = hashNeed(form)
  const limited = [owner.id, finiteOrNull(limits.postsPerDay), finiteOrNull(limits.activeRequests)]
  const compared = isAnotherRequest ? null : need
  const { patientName, requiredBloodGroup, unitsRequired, hospitalName, hospitalLocation } = form
  const { contactPerson, contactNumber, urgency, additionalInfo, neededBy } = form
  const request = [patientName, requiredBloodGroup, unitsRequired, hospitalName, hospitalLocation]
  const contact = [contactPerson, contactNumber, urgency, additionalInfo, neededBy]
  const values = [...limited, compared, owner.email, ...request, ...contact, need, now, idempotencyKey]
  const { rows } = await db.executeQuery<Outcome>(CompiledQuery.raw(INSERT_WITHIN_LIMITS, values))
  return rows[0] as Outcome
}

/** The row as it is stored. It is not read back, because the driver would decode 26 columns for each post. */
const newRow = (
  { owner, form }: NewBloodRequest,
  given: Given & Pick<BloodRequestRow, 'confirmedAt'>,
): PostedBloodRequest => ({
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

const findPosted = (db: Database, userId: string, idempotencyKey: string | null) =>
  db
    .selectFrom('bloodRequests')
    .selectAll()
    .where('userId', '=', userId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
