import {
  type BloodRequest,
  type ClosedStatus,
  closeBloodRequest,
  deleteBloodRequest,
} from '@blood-bank/contract/blood-requests/endpoints'
import type { RemovalReason } from '@blood-bank/contract/blood-requests/removals'
import { mayManage, needsReason, owns } from '@blood-bank/contract/blood-requests/rules'
import type { User } from '@blood-bank/contract/users/endpoints'
import type { Context } from '../../identity/access/context.ts'
import { serve } from '../../identity/access/serve.ts'
import { recordAction } from '../../identity/audit/record-action.ts'
import { lockReferencedUser } from '../../identity/users/store.ts'
import { inTransaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import type { BloodRequestHooks } from './hooks.ts'
import { insertDeletion } from './owner-notices/deletions.ts'
import { notifyOwner } from './owner-notices/mails.ts'
import { getBloodRequest, refuseInactive } from './queries.ts'
import * as store from './store.ts'
import { bloodRequestForMembers, presentWithProgress } from './view.ts'

/** Closing and deleting a request: by its owner, or by an admin, of which the owner is told. */
export function bloodRequestManagingRoutes(
  { http, db, config, now }: Context,
  { readProgress, afterClosing, beforeDeleting }: BloodRequestHooks,
): void {
  const present = presentWithProgress(bloodRequestForMembers, {
    country: config.defaultPhoneCountry,
    readProgress,
  })

  serve(http, closeBloodRequest, async ({ params: { id }, body, actor }) => {
    const { status, donorsWhoGave, turnedAwayIds } = body
    const bloodRequest = await getBloodRequest(db, id, { actor, isAllowed: mayManage })
    const isOwn = owns(actor, bloodRequest)
    const closingReason = requireReason(body.reason, { actor, bloodRequest, outcome: status })
    return inTransaction(db, async db => {
      const byAdmin = isOwn ? null : { closedByAdminAt: now(), closingReason }
      const closed = await store.closeBloodRequest(db, id, { status, now: now(), byAdmin })
      if (!closed) throw await refuseInactive(db, id)
      await afterClosing(db, { bloodRequest: closed, donorsWhoGave, turnedAwayIds, actor })
      if (!isOwn) {
        await recordAction(db, {
          actorId: actor.id,
          action: 'blood-request-closed',
          targetId: id,
          before: { status: bloodRequest.status },
          after: { status, ...(closingReason && { reason: closingReason }) },
        })
        await notifyOwner(db, 'request-closed-by-admin', { ...closed, causedBy: actor.id })
      }
      const [presented] = await present(db, [closed])
      return presented as BloodRequest
    })
  })

  serve(http, deleteBloodRequest, async ({ params: { id }, query, actor }) => {
    const bloodRequest = await getBloodRequest(db, id, { actor, isAllowed: mayManage })
    const reason = requireReason(query.reason, { actor, bloodRequest, outcome: 'deleted' })
    await inTransaction(db, async db => {
      await lockReferencedUser(db, bloodRequest.userId)
      if (!(await store.lockBloodRequest(db, id, 'for update'))) throw refuse('blood-request-not-found')
      await beforeDeleting(db, { bloodRequestId: id, actor })
      if (!(await store.deleteBloodRequest(db, id))) throw refuse('blood-request-not-found')
      if (!reason) return
      await recordAction(db, {
        actorId: actor.id,
        action: 'blood-request-deleted',
        targetId: id,
        before: { status: bloodRequest.status },
        after: { reason },
      })
      const deletion = await insertDeletion(db, bloodRequest, { reason, now: now() })
      await notifyOwner(db, 'request-deleted-by-admin', {
        id: deletion.id,
        userEmail: bloodRequest.userEmail,
        causedBy: actor.id,
      })
    })
    return undefined
  })
}

type Removal = { actor: User; bloodRequest: { userId: string }; outcome: ClosedStatus | 'deleted' }

/** The reason that its owner is told; null if none is needed. @throws Refusal removal-reason-missing */
function requireReason(reason: RemovalReason | undefined, { actor, bloodRequest, outcome }: Removal) {
  if (!needsReason(actor, bloodRequest, outcome)) return null
  if (reason) return reason
  const { message } = refuse('removal-reason-missing')
  throw refuse('removal-reason-missing', { fields: { reason: message } })
}
