import { PAGE_SIZE } from '@blood-bank/contract/listing'
import type { LiveList } from '@blood-bank/contract/live/endpoints'
import { keepPreviousData, type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { countLoaded, type FetchedPage, type Records, recordsOf } from './records.ts'
import { useSteadyRecords } from './steady/use-steady-records.ts'

/** This many records load without scrolling, so that most lists load completely (spec §9). */
const LOADED_WITHOUT_SCROLLING = 300

/** Longer lists are not refetched page by page every time the window gets the focus. */
const MAX_PAGES_REFRESHED_ON_FOCUS = Math.ceil(LOADED_WITHOUT_SCROLLING / PAGE_SIZE)

type Options<T> = {
  queryKey: QueryKey
  /** The lists of the live stream that it shows. */
  live?: readonly LiveList[]
  /** Whether somebody may wait for it in another tab. */
  isAwaited?: boolean
  /** Fetches the page after a record: `(query, options) => call(listX, { query }, options)`. */
  fetchPage: (
    query: { after: string | undefined },
    options: { signal: AbortSignal },
  ) => Promise<FetchedPage<T>>
  /** Shows the records of the previous key while a new key is fetched (`isPlaceholderData`). */
  keepsPreviousRecords?: boolean
  /** Whether following pages are fetched only on `fetchNextPage`, for records that count towards a limit. */
  loadsOnlyOnScrolling?: boolean | ((pages: T[][]) => boolean)
}

/** The same without moving records on the screen when the list is fetched again. Pass it to a list of components. */
export const useSteadyList = <T extends { id: string }>(options: Options<T>) =>
  useSteadyRecords<T, ReturnType<typeof useRecords<T>>>(useRecords(options), options.queryKey)

/**
 * A paginated list of the contract. The first few hundred records load by themselves, the rest on `fetchNextPage`.
 * Pass it to `<EndlessList>` or `<RecordListing>`.
 */
export function useRecords<T>({
  queryKey,
  live = [],
  isAwaited = false,
  fetchPage,
  keepsPreviousRecords = false,
  loadsOnlyOnScrolling = false,
}: Options<T>) {
  const list = useInfiniteQuery({
    queryKey,
    meta: { live, isAwaited },
    queryFn: ({ pageParam, signal }) => fetchPage({ after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    select: recordsOf<T>,
    placeholderData: keepsPreviousRecords ? keepPreviousData : undefined,
    refetchOnWindowFocus: ({ state }) => (state.data?.pages.length ?? 0) <= MAX_PAGES_REFRESHED_ON_FOCUS,
  })
  const pages = list.data?.pages ?? []
  const waitsForScrolling =
    typeof loadsOnlyOnScrolling === 'function' ? loadsOnlyOnScrolling(pages) : loadsOnlyOnScrolling
  useFollowingPages(list, waitsForScrolling || countLoaded(pages) >= LOADED_WITHOUT_SCROLLING)
  return list
}

type List = Pick<
  ReturnType<typeof useInfiniteQuery<unknown, Error, Records<unknown>>>,
  'hasNextPage' | 'isFetching' | 'isFetchNextPageError' | 'fetchNextPage'
>

/** Fetches one page at a time, as the connection may be slow. A page that failed is left to the Retry button. */
function useFollowingPages(
  { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage }: List,
  waitsForScrolling: boolean,
) {
  // Fetching another page during a refetch would cancel the refetch.
  const shouldFetchNext = hasNextPage && !waitsForScrolling && !isFetching && !isFetchNextPageError
  useEffect(() => {
    if (shouldFetchNext) void fetchNextPage()
  }, [shouldFetchNext, fetchNextPage])
}
