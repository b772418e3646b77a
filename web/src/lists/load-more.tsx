import { useRef } from 'react'
import { FetchFailure } from '../api/fetch-failure.tsx'
import styles from './endless-list.module.css'
import { useNearViewport } from './use-near-viewport.ts'

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
  /** What did not succeed, as for `FetchFailure`. */
  failed?: string | undefined
}

/**
 * Fetches the next page when the end of the list is near the viewport. Not a button: with the keyboard one would reach it
 * before the records that it adds, which are above it.
 */
export function LoadMore({ pages, failed }: Props) {
  const end = useRef<HTMLDivElement>(null)
  const { error, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages
  useNearViewport(end, {
    // Enabled again after each page: the end may still be near.
    isEnabled: hasNextPage && !isFetching && !isFetchNextPageError,
    margin: PREFETCH_MARGIN,
    onNear: fetchNextPage,
  })
  if (!hasNextPage) return null
  return (
    <div className={styles.loading} ref={end}>
      {isFetchNextPageError ? (
        <FetchFailure query={{ error, refetch: fetchNextPage }} failed={failed} />
      ) : (
        <p>Loading more...</p>
      )}
    </div>
  )
}
