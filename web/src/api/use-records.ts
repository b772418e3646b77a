import type { Page } from '@blood-bank/contract/paging'
import { type InfiniteData, keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'

/** A list of more pages is not fetched again, one after the other, for every return to the window. */
const MOST_PAGES_REFRESHED_ON_FOCUS = 4

type Options<T> = {
  queryKey: QueryKey
  /** Fetches the page after a record: `(query, options) => call(listX, { query }, options)`. */
  fetchPage: (query: { after: string | undefined }, options: { signal: AbortSignal }) => Promise<Page<T>>
  /** While another key is fetched the records of the last one stay in view (`isPlaceholderData`). */
  staysInView?: boolean
}

/** A list of the contract that comes in pages; `data` has the records of each. Give it to `<EndlessList>`. */
export function useRecords<T>({ queryKey, fetchPage, staysInView = false }: Options<T>) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage({ after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: recordsByPage<T>,
    placeholderData: staysInView ? keepPreviousData : undefined,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= MOST_PAGES_REFRESHED_ON_FOCUS,
  })
}

const recordsByPage = <T>({ pages }: InfiniteData<Page<T>>) => pages.map(({ records }) => records)
