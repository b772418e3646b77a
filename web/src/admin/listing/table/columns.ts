import type { ReactNode } from 'react'

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
