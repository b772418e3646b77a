import { tooManyActiveRequestsMessage, tooManyPostsMessage } from '@blood-bank/contract/blood-requests'
import type { RecordSecurityEvent } from '../../identity/audit/security-events.ts'
import { usMoment } from '../../platform/clock/us-moment.ts'
import type { Database } from '../../platform/database/connection.ts'
import { inBatches } from '../../platform/database/in-batches.ts'
import { isDatabaseUnavailable } from '../../platform/database/outage.ts'
import { MAX_WAITING } from '../../platform/database/too-busy.ts'
import { type Refusal, refuse } from '../../platform/refuse.ts'
import { type Insertion, insertBatch, type NewBloodRequest, type PostingLimits } from './insert-batch.ts'
import type { PostedBloodRequest } from './store.ts'

type Posting = {
  limits: PostingLimits
  timeZone: string
  recordSecurityEvent: RecordSecurityEvent
  now: () => Date
}

/**
 * Posts requests. Those that come while a statement is under way are posted together by the next one, with one commit:
 * most of what posting costs is not the row. Sent again with the same key a request is the same one: that which is
 * there already, also when its owner has reached a limit since.
 */
export function createPosting(
  db: Database,
  { limits, timeZone, recordSecurityEvent, now }: Posting,
): (request: NewBloodRequest) => Promise<PostedBloodRequest> {
  return inBatches(postTogether, { mostWaiting: MAX_WAITING })

  async function postTogether(requests: NewBloodRequest[]) {
    try {
      return await postBatch(requests)
    } catch (error) {
      if (requests.length === 1 || isDatabaseUnavailable(error)) throw error
      // One that cannot be posted, as its owner has just been erased, keeps nobody else from it.
      return postAlone
    }
  }

  async function postBatch(requests: NewBloodRequest[]) {
    const insertions = await insertBatch(db, requests, limits)
    const byRequest = new Map(requests.map((request, place) => [request, insertions[place]]))
    return async (request: NewBloodRequest): Promise<PostedBloodRequest> => {
      const { owner, form, idempotencyKey } = request
      const insertion = byRequest.get(request)
      if (!insertion) throw new Error('Each request of a batch has an outcome.')
      if (insertion.kind === 'stored')
        return { userId: owner.id, userEmail: owner.email, ...form, ...insertion.row }
      if (insertion.kind !== 'undecided') throw limitReached(owner.id, insertion)
      // Neither new nor there: the first one was refused, or deleted a moment ago, so that this one is new after all.
      return (await findPosted(db, owner.id, idempotencyKey)) ?? postAlone(request)
    }
  }

  async function postAlone(request: NewBloodRequest) {
    return (await postBatch([request]))(request)
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
      message: tooManyPostsMessage(limits.postsPerDay, usMoment(againAt, timeZone)),
      // The database's clock decides; an hour is not to become a negative one by a clock that is behind.
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
