import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { Id, IdParams } from './forms.ts'
import { listingQuery, WITHOUT_PAGE } from './listing.ts'
import { countedPage } from './paging.ts'

export const Role = z.enum(['user', 'admin'], 'Please select a role.')
export type Role = z.infer<typeof Role>

/** A member with an account (spec §3). */
export const User = z.object({
  id: Id,
  email: z.string(),
  role: Role,
  emailVerified: z.boolean(),
  createdAt: z.iso.datetime(),
})
export type User = z.infer<typeof User>

export const EMAIL_STATUS_LABELS = { true: 'Verified', false: 'Unverified' } as const

export const USER_SORTS = ['createdAt', 'email'] as const

export const UserListing = z.strictObject({ ...listingQuery(USER_SORTS), role: z.optional(Role) })

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  access: 'admin',
  summary: 'All users, newest first unless sorted otherwise.',
  query: UserListing,
  reply: { status: 200, body: countedPage(User) },
})

export const exportUsers = endpoint({
  method: 'POST',
  path: '/api/admin/users/exports',
  access: 'admin',
  summary: 'All users that match, as CSV; the audit keeps that they were taken along.',
  query: z.omit(UserListing, WITHOUT_PAGE),
  reply: { status: 200, csv: ['Email', 'User ID', 'Role', 'Email Status', 'Created'] },
})

export const changeRole = endpoint({
  method: 'PATCH',
  path: '/api/admin/users/:id/role',
  access: 'admin',
  summary: "Change another user's role. Every session of theirs ends; they and the admins are told by mail.",
  params: IdParams,
  body: z.strictObject({ role: Role }),
  reply: { status: 200, body: User },
  refusals: ['user-not-found', 'self-demotion', 'admin-needs-verified-email', 'last-admin'],
})
