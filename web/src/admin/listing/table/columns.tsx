import type { SortOrder } from '@blood-bank/contract/listing'
import { type ReactNode, useMemo, useState } from 'react'

/** One column of a table. */
export type Column<T> = {
  heading: string
  /**
   * In rem. Fixed, so that it does not depend on the rendered rows. Where a table scrolls sideways, its first columns are
   * 61.75rem wide together: in a window of 1280 px, the narrowest common one with a sidebar, what fades is the next one.
   */
  width: number
  /** The server's name for sorting by it; without it the column can't be sorted. */
  sort?: string
  /**
   * Where it is on a phone, where the first column is the title of the row: `line` below the title, `actions` below both.
   * Without a place it is a fact, which the sheet of the row shows. `sheet` is only there, also on a wide screen.
   */
  place?: 'line' | 'actions' | 'sheet'
  /** Whether it says nothing about a record, unless its cell is text: a column that is empty for all rows is left out. */
  isEmpty?: (record: T) => boolean
  /** Shape of its cells while loading: a line of text by default, `badge` for a blood group. */
  shape?: 'line' | 'lines' | 'badge' | 'button'
  cell: (record: T) => ReactNode
}

/** A browser's font size, unless somebody has chosen another one. */
const REM_PX = 16

/** The widths of the columns: in px as the page is sent, where no styles are allowed; then in rem, as the text may be larger. */
export const ColumnWidths = ({ columns }: { columns: readonly Column<never>[] }) => (
  <colgroup>
    {columns.map(({ heading, width }) => (
      <col key={heading} width={width * REM_PX} ref={col => col?.style.setProperty('width', `${width}rem`)} />
    ))}
  </colgroup>
)

type Options<T> = {
  columns: readonly Column<T>[]
  list: { data: { pages: T[][] } | undefined; isPlaceholderData: boolean }
  query: { search: string; sort: string; order: SortOrder }
}

const NONE: ReadonlySet<string> = new Set()

/**
 * The columns that say something about a record of the list. It is decided when the list, or a filter of it, is opened:
 * a column that came or went later would move the others. What is left out is in the sheet of a record.
 */
export function useShownColumns<T>({ columns, list: { data, isPlaceholderData }, query }: Options<T>) {
  const key = JSON.stringify(query)
  const [empty, setEmpty] = useState<{ key: string | null; headings: ReadonlySet<string> }>({
    key: null,
    headings: NONE,
  })
  const records = isPlaceholderData ? undefined : data?.pages.flat()
  if (records && records.length > 0 && empty.key !== key)
    setEmpty({ key, headings: headingsOfEmpty(columns, records, query.sort) })
  return useMemo(
    () => columns.filter(({ heading, place }) => place !== 'sheet' && !empty.headings.has(heading)),
    [columns, empty],
  )
}

const headingsOfEmpty = <T,>(columns: readonly Column<T>[], records: readonly T[], sortedBy: string) =>
  new Set(
    columns
      .filter(
        ({ sort, place, cell, isEmpty }, at) =>
          at > 0 &&
          place === undefined &&
          (sort === undefined || sort !== sortedBy) &&
          records.every(record => isEmpty?.(record) ?? [null, ''].includes(cell(record) as string)),
      )
      .map(({ heading }) => heading),
  )
