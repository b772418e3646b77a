import {
  type KeyboardEvent as ReactKeyboardEvent,
  type MouseEvent as ReactMouseEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react'
import { TABLE_ROLES } from '../../../ui/records/table-roles.ts'
import { useShortcuts } from '../../frame/use-shortcuts.ts'
import type { Listing } from '../use-listing.ts'
import { type Column, ColumnWidths } from './columns.tsx'
import styles from './data-table.module.css'
import { DataTableRow } from './data-table-row.tsx'
import head from './table-head.module.css'
import { useVirtualRows } from './use-virtual-rows.ts'

type Props<T> = {
  /** Accessible name of the region and the table: "Donors". */
  name: string
  /** The first column holds the row headers. Memoise them: all rows re-render when they change. */
  columns: readonly Column<T>[]
  records: readonly T[]
  listing: Listing
  /** The total number of records, including those not loaded yet. */
  total: number
  /** Records that are shown although they have left the list. */
  goneIds?: ReadonlySet<string> | undefined
  /** Whether the records are those of the previous query. */
  isStale: boolean
  /** A shortcut that presses a button of the focused row (`useRowNavigation`). */
  rowKey?: string | undefined
  openedId: string | undefined
  /** Opens a record, and moves the focus there unless somebody moves through the rows. */
  onOpen: (id: string, movesFocus: boolean) => void
  /** Shown after the last record. */
  children: ReactNode
}

/**
 * Records as a real table. On a wide screen it scrolls in its own region with sticky headings and row headers, and fades
 * where columns are cut off; on a phone each row has two lines and its buttons. The rest of a record is shown on a press.
 * Only the visible rows of a long list are rendered.
 */
export function DataTable<T extends { id: string }>({
  name,
  columns,
  records,
  listing,
  total,
  goneIds,
  isStale,
  rowKey,
  openedId,
  onOpen,
  children,
}: Props<T>) {
  const region = useRef<HTMLElement>(null)
  const { rows, before, after, rowRef, isStacked } = useVirtualRows({ records, total, region })
  useScrollToTop(region, listing)
  const isCut = useIsCut(region)
  const rowNavigation = useRowNavigation(region, {
    rowKey,
    openedAt: records.findIndex(({ id }) => id === openedId),
    onOpen: (index, movesFocus) => {
      const record = records[index]
      if (record) onOpen(record.id, movesFocus)
    },
  })
  return (
    <div className={styles.frame} data-cut={isCut || undefined}>
      <section
        ref={region}
        className={styles.region}
        aria-label={name}
        aria-busy={isStale || undefined}
        // A scrollable region must be reachable by keyboard.
        tabIndex={isStacked ? -1 : 0}
        {...rowNavigation}
      >
        <table {...TABLE_ROLES.table} className={styles.table} aria-label={name} aria-rowcount={total + 1}>
          <ColumnWidths columns={columns} />
          <thead {...TABLE_ROLES.group} className={head.head}>
            <tr {...TABLE_ROLES.row} aria-rowindex={1}>
              {columns.map(column => (
                <ColumnHeading key={column.heading} {...column} listing={listing} />
              ))}
            </tr>
          </thead>
          <Spacer height={before} />
          <tbody {...TABLE_ROLES.group}>
            {rows.map(index => {
              const record = records[index]
              if (!record) return null
              const isGone = goneIds?.has(record.id) ?? false
              return (
                <DataTableRow
                  key={record.id}
                  record={record}
                  index={index}
                  columns={columns}
                  rowRef={rowRef}
                  isGone={isGone}
                  isOpen={record.id === openedId}
                />
              )
            })}
          </tbody>
          <Spacer height={after} />
        </table>
        <div className={styles.end}>{children}</div>
      </section>
    </div>
  )
}

/** Half a pixel is no column. */
const CUT_PX = 2

/** Whether columns are cut off at the end of the region. */
function useIsCut(region: RefObject<HTMLElement | null>) {
  const [isCut, setIsCut] = useState(false)
  useEffect(() => {
    const element = region.current
    if (!element) return
    const measure = () => setIsCut(element.scrollLeft + element.clientWidth < element.scrollWidth - CUT_PX)
    const observer = new ResizeObserver(measure)
    for (const measured of [element, ...element.children]) observer.observe(measured)
    element.addEventListener('scroll', measure, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', measure)
    }
  }, [region])
  return isCut
}

/** Takes the space of the rows that are not rendered. */
const Spacer = ({ height }: { height: number }) =>
  height > 0 && (
    <tbody className={styles.spacer} aria-hidden="true">
      <tr>
        <td height={height} />
      </tr>
    </tbody>
  )

/** Scrolls to the top when the filters or the sort order change. */
function useScrollToTop(region: RefObject<HTMLElement | null>, { query, chosen }: Listing) {
  const shownQuery = JSON.stringify({ ...query, ...chosen })
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the query changes
  useEffect(() => {
    // In braces: Chromium's scrollTo returns a promise, which React would take for a clean-up function.
    region.current?.scrollTo(0, 0)
  }, [shownQuery, region])
}

type ColumnHeadingProps = Pick<Column<never>, 'heading' | 'sort' | 'place'> & { listing: Listing }

const SORTED = { asc: 'ascending', desc: 'descending' } as const
const ARROWS = { asc: '↑', desc: '↓' } as const

/** The heading of a column: a button if the list can be sorted by it. */
function ColumnHeading({ heading, sort, place, listing }: ColumnHeadingProps) {
  const { query, sortBy } = listing
  const isSorted = sort !== undefined && query.sort === sort
  return (
    <th
      {...TABLE_ROLES.columnHeader}
      scope="col"
      className={head.heading}
      data-place={place}
      aria-sort={isSorted ? SORTED[query.order] : undefined}
    >
      {sort === undefined ? (
        heading
      ) : (
        <button type="button" className={head.sort} onClick={() => sortBy(sort)}>
          {heading}
          <span className={head.arrow} aria-hidden="true">
            {isSorted ? ARROWS[query.order] : '↕'}
          </span>
        </button>
      )}
    </th>
  )
}

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Moves the focus between the rows of a table: `j` and `k` from anywhere, arrow keys from a row; Escape leaves the rows. A
 * sheet that is open goes with it. Enter on a row, or a press on what is no control, opens it.
 * `rowKey` presses the button of the focused row that has it as its `data-key`, if there is one, and goes on to the next
 * row. The next row is always rendered, as rows around the visible ones are. Spread the result onto the region.
 */
function useRowNavigation(
  region: RefObject<HTMLElement | null>,
  { rowKey, openedAt, onOpen }: RowNavigation,
) {
  const rowAt = (index: number) => region.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)
  const isOpen = openedAt >= 0

  const move = (step: number) => {
    const from = indexOf(rowOf(document.activeElement)) ?? (isOpen ? openedAt : undefined)
    const to = from === undefined ? firstVisibleRow(region.current) : rowAt(from + step)
    to?.focus({ preventScroll: true })
    to?.scrollIntoView({ block: 'nearest' })
    const index = indexOf(to)
    if (isOpen && index !== undefined) onOpen(index, false)
  }
  const pressButton = (key: string) => {
    const row = rowOf(document.activeElement)
    row?.querySelector<HTMLElement>(`button[data-key="${key}"]`)?.click()
    move(1)
  }
  useShortcuts({ j: () => move(1), k: () => move(-1) }, { repeats: true })
  useShortcuts(rowKey ? { [rowKey]: () => pressButton(rowKey) } : {})

  return {
    onKeyDown: (event: ReactKeyboardEvent) => {
      const step = STEPS[event.key]
      const index = indexOf(rowOf(event.target))
      // Inside a row the arrow keys belong to its controls.
      if (rowOf(event.target) !== event.target || event.altKey || event.ctrlKey || event.metaKey) return
      if (event.key === 'Escape' && !isOpen) region.current?.focus({ preventScroll: true })
      if (event.key === 'Enter' && index !== undefined) onOpen(index, true)
      if (step === undefined) return
      event.preventDefault()
      move(step)
    },
    onClick: ({ target }: ReactMouseEvent) => {
      const index = indexOf(rowOf(target))
      if (index === undefined || !(target instanceof Element) || !region.current?.contains(target)) return
      const control = target.closest('a, button, input, label, [role="menu"]')
      // Whoever selects a text wants to copy it.
      if (control ? 'opens' in (control as HTMLElement).dataset : getSelection()?.isCollapsed !== false)
        onOpen(index, true)
    },
  }
}

type RowNavigation = {
  rowKey: string | undefined
  /** The index of the record whose sheet is open, or -1. */
  openedAt: number
  onOpen: (index: number, movesFocus: boolean) => void
}

const indexOf = (row: HTMLElement | null | undefined) => (row ? Number(row.dataset.index) : undefined)

const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null

/** The first visible row. */
function firstVisibleRow(region: HTMLElement | null) {
  const head = region?.querySelector('thead')?.getBoundingClientRect().bottom ?? 0
  const rows = Array.from(region?.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])
  return rows.find(row => row.getBoundingClientRect().top >= Math.max(0, head) - 1) ?? rows[0]
}
