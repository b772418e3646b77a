import { type RefObject, useEffect, useRef } from 'react'
import { FetchFailure } from '../ui/feedback/fetch-failure.tsx'
import styles from './load-more.module.css'

/** How far below the edge of the window, or of a region that scrolls in it, the next page begins to load. */
const AHEAD = '800px'

/** What is needed of a query that comes in pages. */
export type MorePages = {
  error: Error | null
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

type Props = {
  pages: MorePages
  /** The sentence for a page that could not be fetched. */
  failure: (error: Error) => string
}

/**
 * Fetches the next page when the end of the list comes near. It is no button: whoever goes through the list by keyboard
 * would come to it before the records that it brings, which stand above it.
 */
export function LoadMore({ pages, failure }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const { error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages
  useNearness(end, hasNextPage && !isFetching && !isFetchNextPageError, fetchNextPage)
  if (!hasNextPage) return null
  return (
    <div className={styles.more} ref={end}>
      {isFetchNextPageError ? (
        <FetchFailure query={{ error, refetch: fetchNextPage }} failure={failure} />
      ) : (
        <p>Loading more...</p>
      )}
    </div>
  )
}

/** Calls `onNear` when the element is near the window. Observed anew for each page: it may be near still. */
function useNearness(element: RefObject<Element | null>, isWaitedFor: boolean, onNear: () => unknown) {
  useEffect(() => {
    if (!isWaitedFor || !element.current) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) onNear()
      },
      { rootMargin: AHEAD, scrollMargin: AHEAD },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isWaitedFor, onNear])
}
