import { type ReactNode, type Ref, useMemo } from 'react'
import { Button } from './button.tsx'
import { DataTable } from './data-table.tsx'
import { ExportButton } from './export-button.tsx'
import { FetchFailure } from './fetch-failure.tsx'
import { ListingFilters } from './listing-filters.tsx'
import { LoadMore, type MorePages } from './load-more.tsx'
import { Notice } from './notice.tsx'
import styles from './record-listing.module.css'
import type { Column } from './table-parts.ts'
import { TableSkeleton } from './table-skeleton.tsx'
import { type Export, useExport } from './use-export.ts'
import type { Listing } from './use-listing.ts'

type Props<T> = {
  /** What `useRecords` gives. */
  list: MorePages & {
    data: T[][] | undefined
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  listing: Listing
  columns: readonly Column<T>[]
  /** One of them and several, in small letters: `['donor', 'donors']`. */
  noun: readonly [string, string]
  /** The heading of the table: "Donors". */
  name: string
  /** The sentence for a list that could not be fetched. */
  failure: (error: Error) => string
  /** What is said when there is none at all. */
  none: string
  exported: Export
  /** What came of an act on one of them. */
  outcome?: ReactNode
  /** To move the focus to the outcome, when what had it is gone. */
  outcomeRef?: Ref<HTMLDivElement>
}

/** An admin list: filters, table, and its waiting, failed, empty and counted states. */
export function RecordListing<T extends { id: string }>({
  list,
  listing,
  columns,
  noun,
  name,
  failure,
  none,
  exported,
  outcome,
  outcomeRef,
}: Props<T>) {
  const exporting = useExport(exported)
  const records = useMemo(() => list.data?.flat(), [list.data])
  const isShown = records !== undefined && records.length > 0
  const isAwaited = !records && list.isFetching
  return (
    <div className={styles.listing}>
      <ListingFilters name={`Find ${name}`} listing={listing} columns={columns} />
      {!list.isFetchNextPageError && <FetchFailure query={list} failure={failure} />}
      {exporting.problem && (
        <Notice kind="error" onDismiss={exporting.dismiss} onRetry={exporting.start}>
          {exporting.problem}
        </Notice>
      )}
      {outcome && (
        <div className={styles.outcome} ref={outcomeRef} tabIndex={-1}>
          {outcome}
        </div>
      )}
      <div
        className={styles.count}
        data-empty={records?.length === 0 || undefined}
        data-awaited={isAwaited || undefined}
      >
        <div role="status">
          {isAwaited && 'Loading...'}
          {records && sentenceOf({ count: records.length, hasMore: list.hasNextPage, listing, noun, none })}
        </div>
        {listing.isFiltered && <Button onClick={listing.clear}>Clear filters</Button>}
        {isShown && <ExportButton exporting={exporting} />}
      </div>
      {isAwaited && <TableSkeleton columns={columns} />}
      {isShown && (
        <DataTable
          {...{ name, columns, records, listing }}
          hasMore={list.hasNextPage}
          isStale={list.isPlaceholderData}
        >
          <LoadMore pages={list} failure={failure} />
        </DataTable>
      )}
    </div>
  )
}

type Count = Pick<Props<never>, 'listing' | 'noun' | 'none'> & { count: number; hasMore: boolean }

function sentenceOf({ count, hasMore, listing, noun: [one, several], none }: Count) {
  if (count > 0)
    return `${formatted(count)} ${count === 1 ? one : several} shown${hasMore ? ', more below' : ''}`
  return listing.isFiltered ? `No ${several} match your search and filters.` : none
}

const formatted = (count: number) => count.toLocaleString('en-US')
