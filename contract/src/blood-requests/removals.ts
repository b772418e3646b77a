import * as z from 'zod/mini'
import { BloodGroup, Component } from '../donors/fields.ts'
import { endpoint } from '../endpoint.ts'
import { Id, IdParams } from '../forms.ts'

/** Why an admin cancelled or deleted somebody's blood request. */
export const RemovalReason = z.enum(
  [
    'not-needed',
    'duplicate',
    'wrong-details',
    'unreachable',
    'asked-for-money',
    'not-real',
    'harassment',
    'other',
  ],
  'Please select a reason.',
)
export type RemovalReason = z.infer<typeof RemovalReason>

/** The reasons as admins choose them. */
export const REMOVAL_REASON_LABELS: Record<RemovalReason, string> = {
  'not-needed': 'No longer needed',
  duplicate: 'Posted twice',
  'wrong-details': 'Wrong or missing details',
  unreachable: 'Nobody can be reached',
  'asked-for-money': 'Asked for money',
  'not-real': 'Not real',
  harassment: 'Harassment',
  other: 'Other',
}

/** The reasons as the owner of the request reads them. */
export const REMOVAL_REASON_SENTENCES: Record<RemovalReason, string> = {
  'not-needed': 'Blood is no longer needed for this patient.',
  duplicate: 'There is another request for the same patient.',
  'wrong-details': 'Its details are wrong or incomplete. You can post it again with the right ones.',
  unreachable: 'Nobody could be reached at its contact number.',
  'asked-for-money': 'Money was asked for or offered. Blood is never bought or sold.',
  'not-real': 'We could not confirm that it is real.',
  harassment: 'Somebody was insulted or harassed.',
  other: 'It is not on our list of reasons. Please contact the administrators.',
}

/** What remains of a blood request that an admin deleted: enough for its owner to know which one it was, and why. */
export const RequestDeletion = z.object({
  id: Id,
  requiredBloodGroup: BloodGroup,
  component: Component,
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
