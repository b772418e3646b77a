import type { ReactNode } from 'react'

/** One column of a table. */
export type Column<T> = {
  heading: string
  /** In rem: a column keeps its width, whichever rows are in view. */
  width: number
  /** By which name the server sorts by it; left out, it cannot be sorted by. */
  sort?: string
  /** Takes the whole width of a card on a phone. */
  isWide?: boolean
  /** What stands in its cells until the records are here; a line of text when left out, `badge` for a blood group. */
  shape?: 'line' | 'lines' | 'badge' | 'button'
  cell: (record: T) => ReactNode
}

/** Said outright, as some browsers take the roles of a table away from what is laid out as cards. */
export const TABLE_ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  columnHeader: { role: 'columnheader' },
  rowHeader: { role: 'rowheader' },
  cell: { role: 'cell' },
} as const
