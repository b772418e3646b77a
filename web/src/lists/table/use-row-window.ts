import { useVirtualizer, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type RefObject, useCallback, useLayoutEffect, useState } from 'react'
import { useMedia } from '../../ui/browser/use-media.ts'
import { fitWithinPage, useCut } from './use-cut.ts'

/** Below this width rows are cards, one under the other; data-table.module.css says the same. */
const STACKED = '(max-width: 47.99rem)'

/** So few rows cost nothing, and the browser's own search finds all of them. */
const WHOLE_UP_TO = 100

/** What a row is taken to measure until it was shown once. */
const ROW_PX = 53
const CARD_PX = 380

const OVERSCAN = 8

type Setting = { records: readonly { id: string }[]; region: RefObject<HTMLElement | null> }

/**
 * Which rows of a long table are worth rendering: those in sight and a few around them. On a wide screen the
 * table scrolls in its region, as cards it scrolls with the page.
 * Gives the `rows` by index, the room of those left out `before` and `after` them in px, and the ref by which
 * a row (with `data-index`) is measured.
 */
export function useRowWindow({ records, region }: Setting) {
  const isStacked = useMedia(STACKED)
  const top = useDistanceFromTop(region, isStacked)
  const count = records.length
  const [cut, moveCut] = useCut(() => (isStacked ? document.documentElement : region.current))
  const shared = {
    count,
    overscan: OVERSCAN,
    getItemKey: useCallback((index: number) => records[index]?.id ?? index, [records]),
  }
  const inRegion = useVirtualizer({
    ...shared,
    enabled: !isStacked,
    estimateSize: () => ROW_PX,
    getScrollElement: () => region.current,
    scrollMargin: -cut,
  })
  const inWindow = useWindowVirtualizer({
    ...shared,
    enabled: isStacked,
    estimateSize: () => CARD_PX,
    scrollMargin: top - cut,
  })
  const virtualizer = isStacked ? inWindow : inRegion
  // Rows that are all rendered are measured, too: the list may grow, and what is above must keep its height.
  const rowRef = virtualizer.measureElement as (row: HTMLTableRowElement | null) => void

  const isWhole = count <= WHOLE_UP_TO
  const shown = isWhole ? [] : virtualizer.getVirtualItems()
  const margin = virtualizer.options.scrollMargin
  const start = (shown[0]?.start ?? margin) - margin
  const end = (shown.at(-1)?.end ?? margin) - margin
  const { after, move } = fitWithinPage({ start, end, total: isWhole ? 0 : virtualizer.getTotalSize(), cut })
  useLayoutEffect(() => {
    if (move !== 0) moveCut(move)
  })

  if (isWhole) {
    return {
      rows: Array.from({ length: count }, (_, index) => index),
      before: 0,
      after: 0,
      rowRef,
      isStacked,
    }
  }
  return {
    rows: shown.map(({ index }) => index),
    before: start - cut,
    after,
    rowRef,
    isStacked,
  }
}

/** Where the region begins in the page; looked at after each rendering, as what is above it comes and goes. */
function useDistanceFromTop(region: RefObject<HTMLElement | null>, isWanted: boolean) {
  const [top, setTop] = useState(0)
  useLayoutEffect(() => {
    if (!isWanted || !region.current) return
    setTop(Math.round(region.current.getBoundingClientRect().top + window.scrollY))
  })
  return top
}
