import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Below this a figure tells more about persons than about the campus, and invites nobody. */
export const LEAST_FIGURE = 10

/** How lively the campus is: each figure rounded down, null while it is below `LEAST_FIGURE`. */
export const CampusFigures = z.object({
  /** Donors whom a search would find. */
  donorsReady: z.nullable(z.int()),
  activeRequests: z.nullable(z.int()),
})
export type CampusFigures = z.infer<typeof CampusFigures>

/** Rounds down to what one would say: tens below a hundred, fifties below a thousand, hundreds above. */
export function friendly(count: number): number | null {
  if (count < LEAST_FIGURE) return null
  const step = count < 100 ? 10 : count < 1_000 ? 50 : 100
  return count - (count % step)
}

export const readCampusFigures = endpoint({
  method: 'GET',
  path: '/api/campus-figures',
  access: 'everyone',
  summary: 'How many donors are ready and how many requests are active, rounded down; of the last minute.',
  reply: { status: 200, body: CampusFigures },
})
