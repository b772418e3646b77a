import type { CSSProperties, ReactNode } from 'react'

/** One column of a table. */
export type Column<T> = {
  heading: string
  /** In rem. Fixed, so that it does not depend on the rendered rows. */
  width: number
  /** The server's name for sorting by it; without it the column can't be sorted. */
  sort?: string
  /**
   * Where it is on a phone, where the first column is the title of the row: `line` below the title, `actions` beside both.
   * Without a place it is a fact, which is shown on a press.
   */
  place?: 'line' | 'actions'
  /** Beyond the edge of a window of 1280 px, the narrowest common one with a sidebar: the table scrolls to it. */
  isBeyond?: boolean
  /** Shape of its cells while loading: a line of text by default, `badge` for a blood group. */
  shape?: 'line' | 'lines' | 'badge' | 'button'
  cell: (record: T) => ReactNode
}

/** How much wider the first column may become, in rem. */
const MAX_GROWTH = 3

/**
 * The widths of the columns, and of the table. Where columns are beyond the edge, the first column grows a little, so that
 * the edge cuts none.
 */
export function widthsOf(columns: readonly Pick<Column<never>, 'width' | 'isBeyond'>[]) {
  const sumOf = (some: typeof columns) => some.reduce((sum, { width }) => sum + width, 0)
  const [first] = columns
  const seen = sumOf(columns.filter(({ isBeyond }) => !isBeyond))
  const growth = seen < sumOf(columns) ? `clamp(0rem, 100cqi - ${seen}rem - 1px, ${MAX_GROWTH}rem)` : '0rem'
  return {
    table: { '--table-width': `calc(${sumOf(columns)}rem + ${growth})` } as CSSProperties,
    columns: columns.map(column => ({
      width: column === first ? `calc(${column.width}rem + ${growth})` : `${column.width}rem`,
    })),
  }
}
