import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { IdParams } from '../forms.ts'
import { UserRecord } from './administration.ts'
import { Coordination } from './endpoints.ts'

/** The last day until which somebody can be named coordinator today: they hand over, or are named again, each year. */
export const lastCoordinationDay = (today: string): string =>
  `${Number(today.slice(0, 4)) + 1}${today.slice(4)}`.replace(/-02-29$/, '-02-28')

/** @returns the refusal of a day until which nobody can be named; null for others */
export const coordinationFault = (until: string, today: string) => {
  if (until < today) return 'coordinator-day-over'
  return until > lastCoordinationDay(today) ? 'coordinator-day-too-late' : null
}

export const nameCoordinator = endpoint({
  method: 'PUT',
  path: '/api/admin/users/:id/coordinator',
  access: 'admin',
  needsRecentPassword: true,
  summary: 'Make a user a coordinator until a day, or change the hall and the day. They are told by mail.',
  params: IdParams,
  body: z.strictObject(Coordination.shape),
  reply: { status: 200, body: UserRecord },
  refusals: [
    'user-not-found',
    'coordinator-day-over',
    'coordinator-day-too-late',
    'hall-gone',
    'admin-not-coordinator',
    'suspended-not-coordinator',
    'coordinator-needs-verified-email',
  ],
})

export const endCoordinator = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/:id/coordinator',
  access: 'admin',
  summary: 'End the right of a coordinator at once. They are told by mail.',
  params: IdParams,
  reply: { status: 200, body: UserRecord },
  refusals: ['user-not-found', 'not-a-coordinator'],
})
