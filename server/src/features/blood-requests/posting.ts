import {
  tooManyActiveRequestsMessage,
  tooManyPostsMessage,
} from '@blood-bank/contract/blood-requests/posting'
import type { RecordSecurityEvent } from '../../identity/access/security-events.ts'
import { formatUsTime } from '../../platform/clock/local-time.ts'
import { createBatcher } from '../../platform/database/batcher.ts'
import type { Database } from '../../platform/database/connection.ts'
import { isDatabaseUnavailable } from '../../platform/database/outage.ts'
import { MAX_QUEUE_LENGTH } from '../../platform/database/queue-limit.ts'
import { type Refusal, refuse } from '../../platform/http/refuse.ts'
import { type Insertion, insertBatch, type NewBloodRequest, type PostingLimits } from './insert-batch.ts'
import type { PostedBloodRequest } from './tables.ts'

type Posting = {
  limits: PostingLimits
  timeZone: string
  recordSecurityEvent: RecordSecurityEvent
  now: () => Date
}

/** The result of one request: that of its batch, or the error of its own insert. */
type Outcome = Insertion | { kind: 'failed'; error: unknown }

/**
 * Creates the function that posts blood requests. Requests that arrive while a statement runs are inserted together by
 * the next statement, because most of the cost of a post is the round trip and the commit, not the row. A request sent
 * again with the same idempotency key returns the stored one, even if its owner has reached a limit since.
 */
export function createPosting(
  db: Database,
  { limits, timeZone, recordSecurityEvent, now }: Posting,
): (request: NewBloodRequest) => Promise<PostedBloodRequest> {
  const insert = createBatcher(insertTogether, { maxWaiting: MAX_QUEUE_LENGTH })

  return async request => replyTo(request, await insert(request))

  async function insertTogether(requests: NewBloodRequest[]): Promise<Outcome[]> {
    try {
      return await insertBatch(db, requests, { limits, now: now() })
    } catch (error) {
      if (requests.length === 1 || isDatabaseUnavailable(error)) throw error
      // One request that cannot be stored, because its owner was just erased, must not fail the others.
      return Promise.all(requests.map(insertAlone))
    }
  }

  async function insertAlone(request: NewBloodRequest): Promise<Outcome> {
    try {
      const [insertion] = await insertBatch(db, [request], { limits, now: now() })
      if (!insertion) throw new Error('Each request of a batch has an outcome.')
      return insertion
    } catch (error) {
      return { kind: 'failed', error }
    }
  }

  async function replyTo(request: NewBloodRequest, outcome: Outcome): Promise<PostedBloodRequest> {
    const { owner, form, idempotencyKey } = request
    switch (outcome.kind) {
      case 'stored':
        return {
          ...{ userId: owner.id, userEmail: owner.email, unconfirmedSince: null, hiddenAt: null },
          ...{ closedByAdminAt: null, closingReason: null },
          ...form,
          ...outcome.row,
        }
      case 'failed':
        throw outcome.error
      case 'undecided': {
        const posted = await findPosted(db, owner.id, idempotencyKey)
        // If none is stored, the first request with this key was refused or has just been deleted, so this one is new.
        return posted ?? replyTo(request, await insertAlone(request))
      }
      case 'posting-stopped':
        throw refuse('posting-stopped')
      case 'similar-request-active': {
        // The same request, sent again, may have been stored by another server meanwhile.
        const posted = await findPosted(db, owner.id, idempotencyKey)
        if (posted) return posted
        throw refuse('similar-request-active')
      }
      default:
        throw limitReached(owner.id, outcome)
    }
  }

  function limitReached(
    userId: string,
    insertion: Extract<Insertion, { kind: 'too-many-posts' | 'too-many-active-requests' }>,
  ): Refusal {
    recordSecurityEvent('post-limit-reached', { userId, limit: insertion.kind })
    if (insertion.kind === 'too-many-active-requests')
      return refuse(insertion.kind, { message: tooManyActiveRequestsMessage(limits.activeRequests) })
    const { againAt } = insertion
    return refuse(insertion.kind, {
      message: tooManyPostsMessage(limits.postsPerDay, formatUsTime(againAt, timeZone)),
      // The time comes from the database's clock; a difference between the clocks must not make the delay negative.
      retryAfterSeconds: Math.max(1, (againAt.getTime() - now().getTime()) / 1000),
    })
  }
}

const findPosted = (db: Database, userId: string, idempotencyKey: string | null) =>
  db
    .selectFrom('bloodRequests')
    .selectAll()
    .where('userId', '=', userId)
    .where('idempotencyKey', '=', idempotencyKey)
    .executeTakeFirst()
