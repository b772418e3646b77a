import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdParams, optionalText } from '../forms.ts'
import { countedPage, listingQuery, PAGE_FIELDS } from '../listing.ts'
import { Coordination, Role, User } from './endpoints.ts'

export const SuspensionReason = z.enum(
  ['collecting-contacts', 'false-requests', 'asking-for-money', 'harassment', 'other'],
  'Please select a reason.',
)
export type SuspensionReason = z.infer<typeof SuspensionReason>

export const SUSPENSION_REASON_LABELS: Record<SuspensionReason, string> = {
  'collecting-contacts': 'Collecting contact details',
  'false-requests': 'Posting false requests',
  'asking-for-money': 'Asking for money',
  harassment: 'Harassing people',
  other: 'Other',
}

export const SuspensionForm = z.strictObject({ reason: SuspensionReason, note: optionalText('Note', 500) })
export type SuspensionForm = z.infer<typeof SuspensionForm>

/** Why a user is suspended, and since when. */
export const Suspension = z.object({
  reason: SuspensionReason,
  note: z.nullable(z.string()),
  suspendedAt: z.iso.datetime(),
})
export type Suspension = z.infer<typeof Suspension>

/**
 * A user as admins see them. `coordinator` is null for everybody whose right has ended, `suspension` for a user who is not suspended.
 * `isSecondAccount`: verifying the address is refused, because the mailbox has another account, until an admin allows it.
 */
export const UserRecord = z.extend(User, {
  suspension: z.nullable(Suspension),
  coordinator: z.nullable(Coordination),
  isSecondAccount: z.boolean(),
})
export type UserRecord = z.infer<typeof UserRecord>

export const EMAIL_STATUS_LABELS = { true: 'Verified', false: 'Unverified' } as const

export const USER_SORTS = ['createdAt', 'email'] as const

export const UserListing = z.strictObject({ ...listingQuery(USER_SORTS), role: z.optional(Role) })

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'All users, newest first unless sorted otherwise.',
  query: UserListing,
  reply: { status: 200, body: countedPage(UserRecord) },
})

export const exportUsers = endpoint({
  method: 'POST',
  path: '/api/admin/users/exports',
  access: 'admin',
  needsRecentPassword: true,
  summary: 'All users that match, as CSV; the audit log records the export.',
  query: z.omit(UserListing, PAGE_FIELDS),
  reply: { status: 200, csv: ['Email', 'User ID', 'Role', 'Email Status', 'Created', 'Suspended'] },
})

export const changeRole = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/:id/role',
  access: 'admin',
  needsRecentPassword: true,
  summary:
    "Change another user's role. A new admin gives the password once in each session; those of a former one end. They and the admins are told by mail.",
  params: IdParams,
  body: z.strictObject({ role: Role }),
  reply: { status: 200, body: UserRecord },
  refusals: [
    'user-not-found',
    'self-demotion',
    'admin-needs-verified-email',
    'suspended-not-admin',
    'last-admin',
  ],
})

export const suspendUser = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/suspension',
  access: 'admin',
  needsRecentPassword: true,
  summary:
    'Suspend a user and all other accounts of the mailbox: their sessions end, and members see nothing of them until it is lifted.',
  params: IdParams,
  body: SuspensionForm,
  reply: { status: 200, body: UserRecord },
  refusals: ['user-not-found', 'admin-not-suspended', 'already-suspended'],
})

export const liftSuspension = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/suspension',
  access: 'admin',
  needsRecentPassword: true,
  summary: 'Lift a suspension of all accounts of the mailbox: what was hidden is shown again.',
  params: IdParams,
  reply: { status: 200, body: UserRecord },
  refusals: ['user-not-found', 'not-suspended'],
})

export const allowSecondAccount = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/second-account',
  access: 'admin',
  summary: 'Let an account be verified although its mailbox has another one. Then its link works.',
  params: IdParams,
  reply: { status: 200, body: UserRecord },
  refusals: ['user-not-found', 'not-a-second-account'],
})
