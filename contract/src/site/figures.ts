import * as z from 'zod/mini'
import { BloodGroup } from '../donors/fields.ts'
import { endpoint, READ_CAMPUS_FIGURES } from '../endpoint.ts'

/** Smaller figures are not shown: they would say something about individual people. */
export const MIN_SHOWN_FIGURE = 10

/** Activity on the campus: each count rounded down, null while it is below `MIN_SHOWN_FIGURE`. */
export const CampusFigures = z.object({
  /** Donors that searches find. */
  donorsReady: z.nullable(z.int()),
  activeRequests: z.nullable(z.int()),
  /** Patients for whom somebody gave in the last days (`DONE_WITHIN_DAYS`), until yesterday. */
  peopleHelped: z.nullable(z.int()),
  /** The units that were given for them. */
  unitsGiven: z.nullable(z.int()),
  /** The median from posting to the first offer of the answered requests of these days; null if these were few. */
  usualAnswerMinutes: z.nullable(z.int()),
})
export type CampusFigures = z.infer<typeof CampusFigures>

const stepOf = (count: number) => (count < 100 ? 10 : count < 1_000 ? 50 : 100)

/** Rounds down: to tens below 100, to fifties below 1,000, to hundreds above. */
export const roundFigure = (count: number): number | null =>
  count < MIN_SHOWN_FIGURE ? null : count - (count % stepOf(count))

/** How far a count leaves the range of its figure before the figure changes. */
const FIGURE_SLACK = 3

/**
 * The figure of a count that was shown as `shown` before. It stays while the count is near its range: otherwise a figure
 * that changes would tell that one more donor has just come or gone.
 */
export function nextFigure(shown: number | null, count: number): number | null {
  const from = shown ?? 0
  const until = from + stepOf(from)
  return count >= from - FIGURE_SLACK && count < until + FIGURE_SLACK ? shown : roundFigure(count)
}

export const readCampusFigures = endpoint({
  ...READ_CAMPUS_FIGURES,
  access: 'everyone',
  summary:
    'How many donors are ready and requests active, of the last minute, and what was done in the last days; rounded down.',
  reply: { status: 200, body: CampusFigures },
})

/**
 * Roughly how many donors of each group can give now; null for few or none. There is no figure of several groups: the
 * page adds these up, so that the difference of two figures tells nothing more (docs/decisions/0011).
 */
export const DonorFigures = z.object({
  groups: z.array(z.object({ bloodGroup: BloodGroup, donors: z.nullable(z.int()) })),
})
export type DonorFigures = z.infer<typeof DonorFigures>

export const readDonorFigures = endpoint({
  method: 'GET',
  path: '/api/campus-figures/donors',
  access: 'everyone',
  summary: 'Roughly how many donors of each blood group can give now; of the last minute.',
  reply: { status: 200, body: DonorFigures },
})
