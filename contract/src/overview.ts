import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** How much there is of everything (spec §7). */
export const Overview = z.object({
  donors: z.int(),
  users: z.int(),
  bloodRequests: z.object({ active: z.int(), fulfilled: z.int(), cancelled: z.int() }),
  /** Emails that were tried as often as they are, and did not leave. */
  deadMails: z.int(),
})
export type Overview = z.infer<typeof Overview>

export const readOverview = endpoint({
  method: 'GET',
  path: '/api/admin/overview',
  access: 'admin',
  summary: 'Counts of donors, users, and requests by status.',
  reply: { status: 200, body: Overview },
})
