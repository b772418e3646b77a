import * as z from 'zod/mini'
import { maxLength } from './max-length.ts'

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
