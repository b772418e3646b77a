import * as z from 'zod/mini'
import { pageQuery } from './paging.ts'

/** Longer texts find nothing that shorter ones would not. */
export const LONGEST_SEARCH = 100

export const SortOrder = z.enum(['asc', 'desc'])
export type SortOrder = z.infer<typeof SortOrder>

/**
 * The query of an admin list: a page of it, the text to look for, and the column to sort by.
 * @param columns the columns that can be sorted by; the first is the default, newest or largest first
 */
export const listingQuery = <const C extends readonly [string, ...string[]]>(columns: C) => ({
  ...pageQuery,
  search: z._default(
    z.string().check(
      z.trim(),
      z.maxLength(LONGEST_SEARCH, `Please search for at most ${LONGEST_SEARCH} characters.`),
      z.refine(text => text.isWellFormed() && !text.includes('\0'), 'This cannot be searched for.'),
    ),
    '',
  ),
  sort: z._default(z.enum(columns), columns[0] as C[number]),
  order: z._default(SortOrder, 'desc'),
})

/** What of a list's query an export takes: which records in which order, as it is all of them. */
export const WITHOUT_PAGE = { limit: true, after: true } as const

/** A yes-or-no filter as it stands in an address; left out it filters nothing. */
export const YesNo = z.optional(
  z.pipe(
    z.enum(['true', 'false']),
    z.transform(value => value === 'true'),
  ),
)
