import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useDeferredValue, useLayoutEffect, useState } from 'react'
import { useMediaQuery } from '../../../ui/browser/use-media-query.ts'

/** Below this width rows have two lines; data-table.module.css uses the same width. */
const TWO_LINES = '(max-width: 47.99rem)'

/** The rows of a list of up to this many are all rendered: it is cheap, and the browser's own search finds all of them. */
const MAX_UNVIRTUALIZED_ROWS = 100

/** As many as a window shows. The others are rendered in small steps, so that these can be used meanwhile. */
const RENDERED_AT_ONCE = 16

/** Estimated heights of a row that was not rendered yet. */
const ROW_PX = 53
const TWO_LINES_PX = 84

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
 * Returns the indexes of the `rows`, the height of the rows left out `before` and `after` them in px, the ref that
 * measures a row (with `data-index`), and whether no further row follows by itself (`isComplete`).
 */
export function useVirtualRows({ records, total, region }: Options) {
  const isStacked = useMediaQuery(TWO_LINES)
  const isPrinted = useMediaQuery('print')
  const top = useDistanceFromTop(region, isStacked)
  const count = records.length
  const rendered = Math.min(count, Math.max(RENDERED_AT_ONCE, useDeferredValue(count, 0)))
  const shared = {
    count,
    overscan: OVERSCAN,
    // Otherwise the first rows would be rendered once the table is there, all at once.
    initialRect: { width: window.innerWidth, height: window.innerHeight },
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

  if (isPrinted || total <= MAX_UNVIRTUALIZED_ROWS) {
    const length = isPrinted ? count : rendered
    return {
      rows: Array.from({ length }, (_, index) => index),
      before: 0,
      after: (count - length) * (isStacked ? TWO_LINES_PX : ROW_PX),
      rowRef,
      isStacked,
      isComplete: length === count,
    }
  }
  const shown = virtualizer.getVirtualItems()
  const margin = virtualizer.options.scrollMargin
  return {
    rows: shown.map(({ index }) => index),
    before: (shown[0]?.start ?? margin) - margin,
    after: virtualizer.getTotalSize() - ((shown.at(-1)?.end ?? margin) - margin),
    rowRef,
    isStacked,
    isComplete: true,
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
