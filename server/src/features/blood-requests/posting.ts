import { createHash } from 'node:crypto'
import {
  type BloodRequestForm,
  tooManyActiveRequestsMessage,
  tooManyPostsMessage,
} from '@blood-bank/contract/blood-requests/posting'
import type { Component } from '@blood-bank/contract/donors/components'
import { isAdmin } from '@blood-bank/contract/users/actors'
import type { User } from '@blood-bank/contract/users/endpoints'
import { sql } from 'kysely'
import { finiteOrNull, type Limits } from '../../config/limits.ts'
import type { RecordSecurityEvent } from '../../identity/access/security-events.ts'
import { formatUsTime } from '../../platform/clock/local-time.ts'
import { type Database, firstOrNull } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import type { BloodRequestRow } from './tables.ts'

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
  now: Date
}

/**
 * Posts a blood request; the planner of alerts finds it due at once. One that is sent again with the same idempotency key is
 * answered with the stored one, even if its owner has reached a limit since.
 * @throws Refusal posting-stopped, similar-request-active, too-many-active-requests or too-many-posts
 */
export async function postWithinLimits(
  db: Database,
  request: NewBloodRequest,
  posting: Posting,
): Promise<BloodRequestRow> {
  const { owner, form, isAnotherRequest, idempotencyKey } = request
  const { limits, timeZone, recordSecurityEvent, now } = posting
  const need = hashNeed(form)
  const allowance = allowanceOf(owner, { ...limits, comparedNeed: isAnotherRequest ? null : need })
  const columns = {
    ...form,
    userId: owner.id,
    userEmail: owner.email,
    need,
    confirmedAt: now,
    idempotencyKey,
  }
  // One statement is the whole transaction: whoever posts next for the mailbox waits for its commit, and not for us as well.
  const posted = await db
    .insertInto('bloodRequests')
    .columns(Object.keys(columns) as (keyof typeof columns)[])
    .expression(({ selectFrom, val }) =>
      selectFrom(allowance)
        .select(Object.entries(columns).map(([name, value]) => val(value).as(name)))
        .where('refused', 'is', null),
    )
    .onConflict(conflict =>
      conflict.columns(['userId', 'idempotencyKey']).where('idempotencyKey', 'is not', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  if (posted) return posted
  const stored = await findPosted(db, owner.id, idempotencyKey)
  if (stored) return stored
  const { refused, againAt } = await db.selectFrom(allowance).selectAll().executeTakeFirstOrThrow()
  // What refused it has just ended, or the first request with this key was deleted.
  if (refused === null) return postWithinLimits(db, request, posting)
  if (refused === 'posting-stopped' || refused === 'similar-request-active') throw refuse(refused)
  recordSecurityEvent('post-limit-reached', { userId: owner.id, limit: refused })
  if (refused === 'too-many-active-requests')
    throw refuse(refused, { message: tooManyActiveRequestsMessage(limits.activeRequests) })
  throw refuse(refused, {
    message: tooManyPostsMessage(limits.postsPerDay, formatUsTime(againAt, timeZone)),
    // The time comes from the database's clock; a difference between the clocks must not make the delay negative.
    retryAfterSeconds: Math.max(1, (againAt.getTime() - now.getTime()) / 1000),
  })
}

type Allowance = {
  refused: 'posting-stopped' | 'similar-request-active' | 'too-many-active-requests' | 'too-many-posts' | null
  /** When they may post again after too many posts. */
  againAt: Date
}

/**
 * Why somebody may not post now. `posting_allowance` lets one transaction at a time post for a mailbox, and counts what the
 * one before it has stored. Of two limits, the one that is exceeded by more is told.
 */
function allowanceOf(
  owner: NewBloodRequest['owner'],
  { comparedNeed, ...limits }: Posting['limits'] & { comparedNeed: Buffer | null },
) {
  const limitOf = (limit: number) => (isAdmin(owner) ? null : finiteOrNull(limit))
  return sql<Allowance>`(
    select again_at, case
             when posting_stopped_at is not null then 'posting-stopped'
             when is_similar then 'similar-request-active'
             when active_left <= 0 and (posts_left is null or active_left < posts_left) then 'too-many-active-requests'
             when posts_left <= 0 then 'too-many-posts'
           end as refused
      from users, posting_allowance(
             users.id, ${limitOf(limits.postsPerDay)}::int, ${limitOf(limits.activeRequests)}::int, ${comparedNeed}::bytea)
     where users.id = ${owner.id})`.as('allowance')
}

/** The request that somebody posted with an idempotency key. */
export const findPosted = (
  db: Database,
  userId: string,
  idempotencyKey: string | null,
): Promise<BloodRequestRow | null> =>
  firstOrNull(
    db
      .selectFrom('bloodRequests')
      .selectAll()
      .where('userId', '=', userId)
      .where('idempotencyKey', '=', idempotencyKey),
  )

/** A text without what differs when the same is typed again: case, spaces and punctuation. */
export const normalizeText = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/** The part of a hash of a need that says what is needed. None for blood, so that the hashes of versions before are the same. */
export const hashedComponent = ({ component }: { component: Component }): Component[] =>
  component === 'blood' ? [] : [component]

/** A hash of what a blood request needs, equal for requests that look the same (`blood_requests.need`). */
const hashNeed = ({
  requiredBloodGroup,
  patientName,
  hospitalName,
  ...required
}: Pick<BloodRequestForm, 'requiredBloodGroup' | 'component' | 'patientName' | 'hospitalName'>): Buffer =>
  createHash('sha256')
    .update(
      JSON.stringify([
        requiredBloodGroup,
        normalizeText(patientName),
        normalizeText(hospitalName),
        ...hashedComponent(required),
      ]),
    )
    .digest()
