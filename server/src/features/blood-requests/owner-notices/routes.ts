import type { RequestDeletion } from '@blood-bank/contract/blood-requests/removals'
import * as contract from '@blood-bank/contract/blood-requests/removals'
import type { Context } from '../../../identity/access/context.ts'
import { serve } from '../../../identity/access/serve.ts'
import { listDeletionsOf, type RequestDeletionRow, removeDeletion } from './deletions.ts'

/** Tells people which of their requests admins deleted: there is no card that could. */
export function requestDeletionRoutes({ http, db }: Context): void {
  serve(http, contract.listRequestDeletions, async ({ actor }) => {
    const rows = await listDeletionsOf(db, actor.id, { limit: contract.MAX_DELETIONS_SHOWN })
    return { deletions: rows.map(deletionForOwner) }
  })

  serve(http, contract.dismissRequestDeletion, async ({ params: { id }, actor }) => {
    await removeDeletion(db, { id, userId: actor.id })
    return undefined
  })
}

/** Without the admin who deleted the request. */
export const deletionForOwner = (row: RequestDeletionRow): RequestDeletion => ({
  id: row.id,
  requiredBloodGroup: row.requiredBloodGroup,
  component: row.component,
  requestedAt: row.requestedAt.toISOString(),
  deletedAt: row.deletedAt.toISOString(),
  reason: row.reason,
})
