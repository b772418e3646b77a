import { type RefObject, useEffect, useRef } from 'react'
import { FetchFailure } from '../ui/feedback/fetch-failure.tsx'
import styles from './load-more.module.css'

/** The next page starts to load this far before the end of the list scrolls into view. */
const PREFETCH_MARGIN = '800px'

/** The parts of an infinite query that this needs. */
export type MorePages = {
  error: Error | null
  hasNextPage: boolean
  isFetching: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

type Props = {
  pages: MorePages
  /** The message for a page that failed to load. */
  failure: (error: Error) => string
}

/**
 * Fetches the next page when the end of the list is near the viewport. Not a button: with the keyboard one would reach it
 * before the records that it adds, which are above it.
 */
export function LoadMore({ pages, failure }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const { error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages
  useNearViewport(end, hasNextPage && !isFetching && !isFetchNextPageError, fetchNextPage)
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

/** Calls `onNear` when the element is near the viewport. Observes again after each page: it may still be near. */
function useNearViewport(element: RefObject<Element | null>, isEnabled: boolean, onNear: () => unknown) {
  useEffect(() => {
    if (!isEnabled || !element.current) return
    const observer = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) onNear()
      },
      { rootMargin: PREFETCH_MARGIN, scrollMargin: PREFETCH_MARGIN },
    )
    observer.observe(element.current)
    return () => observer.disconnect()
  }, [element, isEnabled, onNear])
}
