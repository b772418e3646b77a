import { type CountedPage, PAGE_SIZE, type Page } from '@blood-bank/contract/paging'
import { type InfiniteData, keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'

/** So many records are loaded without anybody scrolling: most lists are there as a whole (spec §9). */
const LOADED_WITHOUT_SCROLLING = 300

/** A longer list is not fetched again, one page after the other, for every return to the window. */
const MAX_PAGES_REFRESHED_ON_FOCUS = Math.ceil(LOADED_WITHOUT_SCROLLING / PAGE_SIZE)

/** The records of a list as far as they were fetched, by page, and how many there are in all. */
export type Records<T> = { pages: T[][]; total: number }

type Options<T> = {
  queryKey: QueryKey
  /** Fetches the page after a record: `(query, options) => call(listX, { query }, options)`. */
  fetchPage: (
    query: { after: string | undefined },
    options: { signal: AbortSignal },
  ) => Promise<Page<T> | CountedPage<T>>
  /** While another key is fetched the records of the last one stay in view (`isPlaceholderData`). */
  staysInView?: boolean
}

/**
 * A list of the contract that comes in pages, the first few hundred records by themselves, the rest when its
 * `fetchNextPage` is called. Give it to `<EndlessList>`.
 */
export function useRecords<T>({ queryKey, fetchPage, staysInView = false }: Options<T>) {
  const list = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage({ after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: recordsOf<T>,
    placeholderData: staysInView ? keepPreviousData : undefined,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= MAX_PAGES_REFRESHED_ON_FOCUS,
  })
  useFollowingPages(list)
  return list
}

type List = Pick<
  ReturnType<typeof useInfiniteQuery<unknown, Error, Records<unknown>>>,
  'data' | 'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'
>

/** One page after the other, as the line may be narrow. A page that could not be fetched is left to Retry. */
function useFollowingPages({ data, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: List) {
  const isLong = loadedOf(data?.pages ?? []) >= LOADED_WITHOUT_SCROLLING
  // While the list is fetched anew, asking for another page would end that.
  const isNext = hasNextPage && !isLong && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (isNext) void fetchNextPage()
  }, [isNext, fetchNextPage])
}

const loadedOf = (pages: unknown[][]) => pages.reduce((sum, page) => sum + page.length, 0)

/** The records of fetched pages. Once all are there they are counted here: the first page may be older than the last. */
export function recordsOf<T>({ pages }: InfiniteData<Page<T> | CountedPage<T>>): Records<T> {
  const records = pages.map(page => page.records)
  const loaded = loadedOf(records)
  const [first] = pages
  const counted = first && 'total' in first ? (first.total ?? 0) : 0
  const isWhole = pages.at(-1)?.next === null
  return { pages: records, total: isWhole ? loaded : Math.max(counted, loaded) }
}
