import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { Day } from '../forms.ts'

/** Two days in the site's time zone, both included. */
export const Term = z
  .strictObject({ from: Day, to: Day })
  .check(z.refine(({ from, to }) => from <= to, { error: 'The term ends before it begins.', path: ['to'] }))
export type Term = z.infer<typeof Term>

/**
 * What a club can print about a term: like the figures of the landing page, counts are rounded down and null while they are
 * small (`roundFigure`), so that neither one summary nor the difference of two says something about one person.
 */
export const TermSummary = z.object({
  /** Donors who had registered by the end of the term, and still are. */
  donors: z.nullable(z.int()),
  /** Those posted in the term. Deleted ones are not known any more. */
  bloodRequests: z.nullable(z.int()),
  /** Donations of the term that a requester or an admin recorded. */
  unitsGiven: z.nullable(z.int()),
  /** The median of the minutes from posting to the first offer; null when few of the requests have one. */
  minutesToFirstOffer: z.nullable(z.int()),
})
export type TermSummary = z.infer<typeof TermSummary>

export const readTermSummary = endpoint({
  method: 'GET',
  path: '/api/admin/term-summary',
  access: 'admin',
  summary:
    'Donors, requests, units and the median time to the first offer of a term, rounded down; without small counts.',
  query: Term,
  reply: { status: 200, body: TermSummary },
})
