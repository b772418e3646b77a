import { createHash } from 'node:crypto'
import {
  type BloodRequestForm,
  tooManyActiveRequestsMessage,
  tooManyPostsMessage,
} from '@blood-bank/contract/blood-requests/posting'
import { isAdmin } from '@blood-bank/contract/users/actors'
import type { User } from '@blood-bank/contract/users/endpoints'
import { sql } from 'kysely'
import { finiteOrNull, type Limits } from '../../config/limits.ts'
import type { RecordSecurityEvent } from '../../identity/access/security-events.ts'
import { formatUsTime } from '../../platform/clock/local-time.ts'
import { type Database, firstOrNull, type Transaction } from '../../platform/database/connection.ts'
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
  db: Transaction,
  request: NewBloodRequest,
  posting: Posting,
): Promise<BloodRequestRow> {
  const { owner, form, isAnotherRequest, idempotencyKey } = request
  const { limits, timeZone, recordSecurityEvent, now } = posting
  const need = hashNeed(form)
  const comparedNeed = isAnotherRequest ? null : need
  const { refused, againAt } = await findReasonToRefuse(db, owner, { ...limits, comparedNeed })
  if (refused === null) {
    const posted = await db
      .insertInto('bloodRequests')
      .values({ ...form, userId: owner.id, userEmail: owner.email, need, confirmedAt: now, idempotencyKey })
      .onConflict(conflict =>
        conflict.columns(['userId', 'idempotencyKey']).where('idempotencyKey', 'is not', null).doNothing(),
      )
      .returningAll()
      .executeTakeFirst()
    if (posted) return posted
  }
  const stored = await findPosted(db, owner.id, idempotencyKey)
  if (stored) return stored
  // The first request with this key has just been deleted, so this one is new.
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

/** A number is null without a limit, and `isSimilar` if nothing is compared. */
type Allowance = {
  isSimilar: boolean | null
  activeLeft: number | null
  postsLeft: number | null
  againAt: Date
}

/**
 * Finds why somebody may not post now, and when they may post again after too many posts. `posting_allowance` lets one
 * transaction at a time post for a mailbox, and counts what the one before it has stored.
 */
async function findReasonToRefuse(
  db: Transaction,
  owner: NewBloodRequest['owner'],
  { comparedNeed, ...limits }: Posting['limits'] & { comparedNeed: Buffer | null },
) {
  const limitOf = (limit: number) => (isAdmin(owner) ? null : finiteOrNull(limit))
  const allowance = sql<Allowance>`posting_allowance(
    users.id, ${limitOf(limits.postsPerDay)}::int, ${limitOf(limits.activeRequests)}::int, ${comparedNeed}::bytea)`
  const { postingStoppedAt, isSimilar, activeLeft, postsLeft, againAt } = await db
    .selectFrom('users')
    .innerJoinLateral(allowance.as('allowance'), join => join.onTrue())
    .select(['postingStoppedAt', 'isSimilar', 'activeLeft', 'postsLeft', 'againAt'])
    .where('users.id', '=', owner.id)
    .executeTakeFirstOrThrow()
  const posts = postsLeft ?? Number.POSITIVE_INFINITY
  const active = activeLeft ?? Number.POSITIVE_INFINITY
  if (postingStoppedAt) return { refused: 'posting-stopped', againAt } as const
  if (isSimilar) return { refused: 'similar-request-active', againAt } as const
  // Of two limits, the one that is exceeded by more.
  if (active <= 0 && active < posts) return { refused: 'too-many-active-requests', againAt } as const
  return { refused: posts <= 0 ? 'too-many-posts' : null, againAt } as const
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

/** A hash of what a blood request needs, equal for requests that look the same (`blood_requests.need`). */
const hashNeed = ({
  requiredBloodGroup,
  patientName,
  hospitalName,
}: Pick<BloodRequestForm, 'requiredBloodGroup' | 'patientName' | 'hospitalName'>): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([requiredBloodGroup, normalizeText(patientName), normalizeText(hospitalName)]))
    .digest()
