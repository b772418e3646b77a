import type { ReactNode } from 'react'

/** One column of a table. */
export type Column<T> = {
  heading: string
  /** In rem. Fixed, so that it does not depend on the rendered rows. */
  width: number
  /** The server's name for sorting by it; without it the column can't be sorted. */
  sort?: string
  /** Takes the full width of a card on a phone. */
  isWide?: boolean
  /** Left out of cards on a phone, because another cell has it, too. */
  isTableOnly?: boolean
  /** Shape of its cells while loading: a line of text by default, `badge` for a blood group. */
  shape?: 'line' | 'lines' | 'badge' | 'button'
  cell: (record: T) => ReactNode
}
