import * as z from 'zod/mini'
import { maxLength } from './max-length.ts'
import { pageQuery } from './paging.ts'
import { cleanText } from './typed-text.ts'

/** As long as an email, the longest of the fields that are searched: links of other pages search for one. */
export const MAX_SEARCH_LENGTH = 254

export const SortOrder = z.enum(['asc', 'desc'])
export type SortOrder = z.infer<typeof SortOrder>

/**
 * The query of an admin list: paging, the text to search for, and the column to sort by.
 * @param columns the columns that can be sorted by; the first is the default, newest or largest first
 */
export const listingQuery = <const C extends readonly [string, ...string[]]>(columns: C) => ({
  ...pageQuery,
  search: z._default(
    z.string().check(
      z.overwrite(cleanText),
      maxLength(MAX_SEARCH_LENGTH, `Please search for at most ${MAX_SEARCH_LENGTH} characters.`),
      z.refine(
        text => text.isWellFormed() && !text.includes('\0'),
        'The search contains characters that cannot be stored.',
      ),
    ),
    '',
  ),
  sort: z._default(z.enum(columns), columns[0] as C[number]),
  order: z._default(SortOrder, 'desc'),
})

/** The query fields that an export leaves out: it has the filters and the order of the list, but all its pages. */
export const PAGE_FIELDS = { limit: true, after: true } as const

/** A boolean filter as it is written in a URL; without it nothing is filtered. */
export const BooleanFilter = z.optional(
  z.pipe(
    z.enum(['true', 'false']),
    z.transform(value => value === 'true'),
  ),
)
