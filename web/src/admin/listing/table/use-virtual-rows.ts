import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import { useMediaQuery } from '../../../ui/browser/use-media-query.ts'

/** Below this width rows have two lines; data-table.module.css uses the same width. */
const TWO_LINES = '(max-width: 47.99rem)'

/** The rows of a list of up to this many are all rendered: it is cheap, and the browser's own search finds all of them. */
const MAX_UNVIRTUALIZED_ROWS = 100

/** A large window, at the beginning of the list. The server has none, and what it renders is what the browser renders first. */
const FIRST_VIEW = { initialRect: { width: 1_000, height: 1_000 }, initialOffset: 0 }

/** Estimated heights of a row that was not rendered yet. */
const ROW_PX = 53
const TWO_LINES_PX = 132

const OVERSCAN = 8

type Options = {
  records: readonly { id: string }[]
  /** The number of records, including those not loaded yet. */
  total: number
  region: RefObject<HTMLElement | null>
}

/**
 * Which rows of a long table to render: the visible ones and a few around them; all on paper. On a wide screen the table
 * scrolls in its region, on a phone it scrolls with the page.
 * Returns the indexes of the `rows`, the height of the rows left out `before` and `after` them in px, and the ref that
 * measures a row (with `data-index`).
 */
export function useVirtualRows({ records, total, region }: Options) {
  const isStacked = useMediaQuery(TWO_LINES)
  const isPrinted = useMediaQuery('print')
  const top = useDistanceFromTop(region, isStacked)
  const count = records.length
  const shared = {
    ...FIRST_VIEW,
    count,
    overscan: OVERSCAN,
    getItemKey: useCallback((index: number) => records[index]?.id ?? index, [records]),
  }
  const inRegion = useVirtualizer({
    ...shared,
    enabled: !isStacked,
    estimateSize: () => ROW_PX,
    getScrollElement: () => region.current,
  })
  const inWindow = useWindowVirtualizer({
    ...shared,
    enabled: isStacked,
    estimateSize: () => TWO_LINES_PX,
    scrollMargin: top,
  })
  const virtualizer = isStacked ? inWindow : inRegion
  // Rows are measured even when all are rendered: the list may grow, and the rows above must keep their height.
  const rowRef = virtualizer.measureElement as (row: HTMLTableRowElement | null) => void

  if (isPrinted || total <= MAX_UNVIRTUALIZED_ROWS)
    return { rows: records.map((_, index) => index), before: 0, after: 0, rowRef, isStacked }
  const shown = virtualizer.getVirtualItems()
  const margin = virtualizer.options.scrollMargin
  return {
    rows: shown.map(({ index }) => index),
    before: (shown[0]?.start ?? margin) - margin,
    after: virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? margin) - margin),
    rowRef,
    isStacked,
  }
}

/** The region's distance from the top of the page, measured after each rendering, as content above it may change. */
function useDistanceFromTop(region: RefObject<HTMLElement | null>, isEnabled: boolean) {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (!isEnabled || !region.current) return
    setTop(Math.round(region.current.getBoundingClientRect().top + window.scrollY))
  })
  return top
}
