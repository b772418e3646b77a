import { useLayoutEffect, useRef, useState } from 'react'

/** Browsers limit the height of a page to 17 (Firefox) or 33 million pixels; a hundred thousand cards exceed both. */
const MAX_HEIGHT_PX = 12_000_000
const STEP_PX = 4_000_000

/** The offset changes when the visible rows come this close to either end. */
const THRESHOLD_PX = 100_000

type VisibleRange = {
  /** Start of the first visible row and end of the last one, in px from the start of the list. */
  start: number
  end: number
  /** Height of the whole list in px. */
  total: number
  /** Height of the rows left out above, in px. */
  offset: number
}

/** The space to leave below the visible rows, and by how much the offset should change, in px. */
export function fitPage({ start, end, total, offset }: VisibleRange): { after: number; move: number } {
  const below = Math.min(total, offset + MAX_HEIGHT_PX)
  const after = Math.max(0, below - end)
  if (end > below - THRESHOLD_PX && below < total) return { after, move: STEP_PX }
  if (offset > 0 && start < offset + THRESHOLD_PX)
    return { after, move: -(offset < total ? Math.min(STEP_PX, offset) : offset) }
  return { after, move: 0 }
}

/**
 * Lets a list be higher than a page can be: the page holds a section of it. Near the end of the section the offset grows
 * and the scroll position shrinks by the same amount, so that nothing moves visibly.
 * Returns the height left out above, and the function that changes it.
 */
export function useScrollOffset(scroller: () => Element | null) {
  const [offset, setOffset] = useState(0)
  const previous = useRef(offset)

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the offset changes
  useLayoutEffect(() => {
    const element = scroller()
    if (element && offset !== previous.current) element.scrollTop -= offset - previous.current
    previous.current = offset
  }, [offset])

  return [offset, (by: number) => setOffset(offset + by)] as const
}
