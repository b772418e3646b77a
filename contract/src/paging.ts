import * as z from 'zod/mini'

/** Records in one reply when the caller does not say, and the most that it may ask for. */
export const PAGE_SIZE = 50
export const LARGEST_PAGE_SIZE = 300

/** Room for the longest sort key, a hospital's name in letters of three bytes, as base64. */
const LONGEST_PLACE = 1000

/** The query of every list: how many, and after which record (the `next` of the reply before). */
export const pageQuery = {
  limit: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LARGEST_PAGE_SIZE)), PAGE_SIZE),
  after: z.optional(z.string().check(z.maxLength(LONGEST_PLACE))),
}

/** A part of a list in its order; `next` is null at its end. */
export const page = <T extends z.ZodMiniType>(record: T) =>
  z.object({ records: z.array(record), next: z.nullable(z.string()) })

export type Page<T> = { records: T[]; next: string | null }

/** A page that also says how many records there are on all pages: with the first page, null with those that follow. */
export const countedPage = <T extends z.ZodMiniType>(record: T) =>
  z.extend(page(record), { total: z.nullable(z.int()) })

export type CountedPage<T> = Page<T> & { total: number | null }
