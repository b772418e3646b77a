import { type ReactNode, type Ref, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { FetchFailure } from '../../api/fetch-failure.tsx'
import { describeLength, describeLoaded } from '../../lists/list-length.ts'
import { LoadMore, type MorePages } from '../../lists/load-more.tsx'
import { NewRecords } from '../../lists/steady/new-records.tsx'
import { useMediaQuery } from '../../ui/browser/use-media-query.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import type { Noun } from '../../ui/records/counts.ts'
import { LineSkeleton } from '../../ui/records/skeleton.tsx'
import { ListingFilters } from './listing-filters.tsx'
import styles from './record-listing.module.css'
import { RecordSheet } from './sheet/record-sheet.tsx'
import { type Column, useShownColumns } from './table/columns.tsx'
import { DataTable } from './table/data-table.tsx'
import { TableSkeleton } from './table/table-skeleton.tsx'
import { type Export, useExport } from './use-export.ts'
import type { Listing } from './use-listing.ts'

type Props<T> = {
  /** The result of `useRecords`. */
  list: MorePages & {
    data: { pages: T[][]; total: number; waiting?: number; goneIds?: ReadonlySet<string> } | undefined
    showNew?: () => void
    isFetching: boolean
    isPlaceholderData: boolean
    refetch: () => unknown
  }
  listing: Listing
  columns: readonly Column<T>[]
  noun: Noun
  /** The heading of the table: "Donors". */
  name: string
  /** What did not succeed, as for `FetchFailure`. */
  failed: string
  /** Shown when there are no records at all. */
  none: string
  /** Without it the list can't be exported. */
  exported?: Export
  /** Without it the list can't be searched by text. On a phone it has room for three words. */
  searchLabel?: string
  /** The fields that a search looks in, unless the label names them: said when it finds nothing. */
  searchedFields?: string
  /** Filters besides the selects of the listing. */
  filterFields?: ReactNode
  /** Beside the length of the list. */
  bar?: ReactNode
  /** A shortcut that presses a button of the focused row (`useRowNavigation`). */
  rowKey?: string
  /** Names a record as the title of its sheet. */
  titleOf: (record: T) => string
  /** What the sheet loads about a record. */
  details?: (record: T) => ReactNode
  /** The record that a link opens, and how to forget it. */
  linked?: { id: string | null; forget: () => void }
  /** Opens a record elsewhere than in a sheet. */
  onOpen?: (record: T) => void
  /** The result of an action on one of the records. */
  outcome?: ReactNode
  /** To move the focus to the result when the focused element is gone. */
  outcomeRef?: Ref<HTMLDivElement>
}

/** From this width on, with a sidebar, a sheet has room beside the table. */
const BESIDE = '(min-width: 64rem)'

/** An admin list: filters, table, loading, error and empty states, and its length. */
export function RecordListing<T extends { id: string }>({
  list,
  listing,
  columns,
  noun,
  name,
  failed,
  none,
  exported,
  searchLabel,
  searchedFields,
  filterFields,
  bar,
  rowKey,
  outcome,
  outcomeRef,
  ...sheet
}: Props<T>) {
  const exporting = useExport(exported)
  const records = useMemo(() => list.data?.pages.flat(), [list.data])
  const isShown = records !== undefined && records.length > 0
  const isEmpty = list.data?.total === 0
  const isLoading = !records && list.isFetching
  const shownColumns = useShownColumns({ columns, list, query: listing.query })
  const { opened, open, takesFocus, close, table } = useOpenedRecord(records, sheet)
  const isBeside = useMediaQuery(BESIDE)
  function describeEmpty() {
    if (!listing.isFiltered) return none
    const searched = listing.query.search && searchedFields ? ` Searched: ${searchedFields}.` : ''
    return `No ${noun[1]} match your search and filters.${searched}`
  }
  return (
    <div className={styles.listing}>
      <ListingFilters name={`Find ${name}`} listing={listing} columns={columns} searchLabel={searchLabel}>
        {filterFields}
      </ListingFilters>
      <NewRecords list={list} noun={noun} />
      <div className={styles.count} data-empty={isEmpty || undefined} data-loading={isLoading || undefined}>
        <div>
          <span aria-hidden="true">{describeLoaded(list)}</span>
          <span role="status">
            {isLoading ? 'Loading...' : isShown ? describeLength(list, noun) : isEmpty && describeEmpty()}
          </span>
        </div>
        {listing.isFiltered && <Button onClick={listing.clear}>Clear filters</Button>}
        {(isShown || isEmpty) && bar}
        {isShown && exported && <ExportButton exporting={exporting} />}
      </div>
      {isLoading && <TableSkeleton columns={shownColumns} />}
      {isShown && (
        <div className={styles.split} ref={table}>
          <DataTable
            name={name}
            columns={shownColumns}
            records={records}
            listing={listing}
            total={list.data?.total ?? records.length}
            goneIds={list.data?.goneIds}
            isStale={list.isPlaceholderData}
            rowKey={rowKey}
            openedId={opened?.id}
            onOpen={open}
          >
            <LoadMore pages={list} failed={failed} />
          </DataTable>
          {opened && (
            <RecordSheet
              title={sheet.titleOf(opened)}
              record={opened}
              columns={columns}
              isBeside={isBeside}
              takesFocus={takesFocus}
              onClose={close}
            >
              {/* Another record begins with no form that is half filled in. */}
              <Suspense key={opened.id} fallback={<LineSkeleton />}>
                {sheet.details?.(opened)}
              </Suspense>
            </RecordSheet>
          )}
        </div>
      )}
      <div className={styles.notices} data-over={isShown || undefined}>
        <div className={styles.stack}>
          <FetchFailure query={list} failed={failed} />
          {exported && exporting.error && (
            <Notice kind="error" onDismiss={exporting.reset} onRetry={() => exporting.mutate()}>
              {exported.failure(exporting.error)}
            </Notice>
          )}
          {outcome && (
            <div className={styles.stack} ref={outcomeRef} tabIndex={-1}>
              {outcome}
            </div>
          )}
        </div>
      </div>
    </div>
  )
}

/** The record whose sheet is open, how to open another one, and how to close it. `table` is the ref of what holds the rows. */
function useOpenedRecord<T extends { id: string }>(
  records: readonly T[] | undefined,
  { linked, onOpen }: Pick<Props<T>, 'linked' | 'onOpen'>,
) {
  const [{ id, takesFocus }, setOpened] = useState({ id: linked?.id, takesFocus: true })
  const table = useRef<HTMLDivElement>(null)
  const opened = id == null ? undefined : records?.find(record => record.id === id)
  const open = useCallback(
    (id: string, takesFocus: boolean) => {
      const record = onOpen && records?.find(record => record.id === id)
      if (record) onOpen?.(record)
      else setOpened({ id, takesFocus })
    },
    [records, onOpen],
  )
  const close = () => {
    const row = table.current?.querySelector<HTMLElement>('tr[data-open]')
    setOpened({ id: null, takesFocus: false })
    row?.focus({ preventScroll: true })
    linked?.forget()
  }
  return { opened, open, takesFocus, close, table }
}

/** Exports a list with its filters and sorting. */
const ExportButton = ({ exporting }: { exporting: ReturnType<typeof useExport> }) => (
  <div className={styles.export}>
    <span className={styles.outcome} role="status">
      {exporting.isPending ? 'Preparing…' : exporting.data && `Saved as ${exporting.data.name}`}
    </span>
    <Button variant="quiet" isBusy={exporting.isPending} onClick={() => exporting.mutate()}>
      Export CSV
    </Button>
  </div>
)
