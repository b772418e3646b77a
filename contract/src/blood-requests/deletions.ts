import * as z from 'zod/mini'
import { BloodGroup } from '../donors/fields.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams } from '../forms.ts'
import { RemovalReason } from './removal-reasons.ts'

/** What remains of a blood request that an admin deleted: enough for its owner to know which one it was, and why. */
export const RequestDeletion = z.object({
  id: Id,
  requiredBloodGroup: BloodGroup,
  requestedAt: z.iso.datetime(),
  deletedAt: z.iso.datetime(),
  reason: RemovalReason,
})
export type RequestDeletion = z.infer<typeof RequestDeletion>

/** So many are shown at most. */
export const MAX_DELETIONS_SHOWN = 10

export const listRequestDeletions = endpoint({
  method: 'GET',
  path: '/api/blood-requests/mine/deletions',
  access: 'signed-in',
  summary: `My requests that admins deleted, the latest ${MAX_DELETIONS_SHOWN} at most.`,
  reply: { status: 200, body: z.object({ deletions: z.array(RequestDeletion) }) },
})

export const dismissRequestDeletion = endpoint({
  method: 'DELETE',
  path: '/api/blood-requests/mine/deletions/:id',
  access: 'signed-in',
  summary: 'I know that this request of mine was deleted: nothing of it is left.',
  params: IdParams,
  reply: { status: 204 },
})
