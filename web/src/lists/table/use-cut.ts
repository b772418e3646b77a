import { useLayoutEffect, useRef, useState } from 'react'

/** Browsers end a page at 17 (Firefox) or 33 million pixels; a hundred thousand cards pass both. */
const TALLEST_PX = 12_000_000
const STEP_PX = 4_000_000

/** How near the end of what fits one comes before the page moves on. */
const NEAR_PX = 100_000

type Shown = {
  /** Where the first row in sight begins and the last one ends, from the list's beginning, in px. */
  start: number
  end: number
  /** Of the whole list, in px. */
  total: number
  /** What is cut off above, in px. */
  cut: number
}

/** How much room is left below the rows in sight, and by how much the cut should move. */
export function fitWithinPage({ start, end, total, cut }: Shown): { after: number; move: number } {
  const below = Math.min(total, cut + TALLEST_PX)
  const after = Math.max(0, below - end)
  if (end > below - NEAR_PX && below < total) return { after, move: STEP_PX }
  if (cut > 0 && start < cut + NEAR_PX) return { after, move: -(cut < total ? Math.min(STEP_PX, cut) : cut) }
  return { after, move: 0 }
}

/**
 * Lets a list be longer than a page can be: the page holds a stretch of it, and when its end comes near, the
 * stretch moves on and the scroll position back by as much, so that nothing is seen to move.
 * Gives the height cut off above, and the function that moves it.
 */
export function useCut(scroller: () => Element | null) {
  const [cut, setCut] = useState(0)
  const place = useRef(cut)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect is about the change
  useLayoutEffect(() => {
    const element = scroller()
    if (element && cut !== place.current) element.scrollTop -= cut - place.current
    place.current = cut
  }, [cut])

  return [cut, (by: number) => setCut(cut + by)] as const
}
