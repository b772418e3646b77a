import type { CountedPage, Page } from '@blood-bank/contract/listing'
import type { InfiniteData, QueryClient, QueryKey } from '@tanstack/react-query'

/** How many records there are in each part of a list. */
type Counts = Readonly<Record<string, number>>

/**
 * The fetched records of a list by page, the total number of records, the counts of a list that has parts, and until when
 * some are left out.
 */
export type Records<T> = {
  pages: T[][]
  total: number
  counts?: Counts | undefined
  shortenedUntil?: string | undefined
}

/** A page as a list replies it. */
export type FetchedPage<T> = (Page<T> | CountedPage<T>) & {
  counts?: Counts | null
  shortenedUntil?: string | undefined
}

/** How many records the pages have. */
export const countLoaded = (pages: unknown[][]) => pages.reduce((sum, page) => sum + page.length, 0)

/** The records of fetched pages. Once all pages are loaded the total is counted here: the first page's may be outdated. */
export function recordsOf<T>({ pages }: InfiniteData<FetchedPage<T>>): Records<T> {
  const records = pages.map(page => page.records)
  const loaded = countLoaded(records)
  const [first] = pages
  const counted = first && 'total' in first ? (first.total ?? 0) : 0
  const last = pages.at(-1)
  const total = last?.next === null ? loaded : Math.max(counted, loaded)
  return {
    pages: records,
    total,
    ...(first?.counts && { counts: first.counts }),
    ...(last?.shortenedUntil && { shortenedUntil: last.shortenedUntil }),
  }
}

/** Puts a new record first in a cached list, unless it is there. */
export const addToCachedList = <T extends { id: string }>(
  client: QueryClient,
  queryKey: QueryKey,
  record: T,
) =>
  client.setQueryData<InfiniteData<CountedPage<T>>>(queryKey, list => {
    const [first, ...others] = list?.pages ?? []
    if (!list || !first || first.records.some(({ id }) => id === record.id)) return list
    const total = first.total === null ? null : first.total + 1
    return { ...list, pages: [{ ...first, records: [record, ...first.records], total }, ...others] }
  })
