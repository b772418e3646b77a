import * as z from 'zod/mini'
import { maxLength } from './forms.ts'
import { cleanText } from './typed-text/clean.ts'

/** The default and the maximum number of records in one reply. */
export const PAGE_SIZE = 50
export const MAX_PAGE_SIZE = 300

/** Long enough for the longest sort key as base64: a hospital's name in characters of three bytes. */
const MAX_CURSOR_LENGTH = 1000

/** The query of every list: how many records, and after which cursor (`next` of the previous reply). */
export const pageQuery = {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_PAGE_SIZE)), PAGE_SIZE),
  after: z.optional(z.string().check(maxLength(MAX_CURSOR_LENGTH))),
}

/** A page of a list; `next` is the cursor of the following page, null on the last one. */
export const page = <T extends z.ZodMiniType>(record: T) =>
  z.object({ records: z.array(record), next: z.nullable(z.string()) })

export type Page<T> = { records: T[]; next: string | null }

/** A page with the total number of records: on the first page; null on those that follow. */
export const countedPage = <T extends z.ZodMiniType>(record: T) =>
  z.extend(page(record), { total: z.nullable(z.int()) })

export type CountedPage<T> = Page<T> & { total: number | null }

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
