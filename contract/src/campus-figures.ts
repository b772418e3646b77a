import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** Smaller figures are not shown: they would say something about individual people. */
export const MIN_SHOWN_FIGURE = 10

/** Activity on the campus: each figure rounded down, null while it is below `MIN_SHOWN_FIGURE`. */
export const CampusFigures = z.object({
  /** Donors that searches find. */
  donorsReady: z.nullable(z.int()),
  activeRequests: z.nullable(z.int()),
})
export type CampusFigures = z.infer<typeof CampusFigures>

/** Rounds down: to tens below 100, to fifties below 1,000, to hundreds above. */
export function roundFigure(count: number): number | null {
  if (count < MIN_SHOWN_FIGURE) return null
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
