import type { KeyboardEvent as ReactKeyboardEvent, RefObject } from 'react'
import { useKeys } from '../../ui/controls/use-keys.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Moves the focus from row to row of a table: `j` and `k` from anywhere, arrows from a row. The next row is always
 * rendered, as those around the ones in sight are. Give the result to the table; Escape leaves its rows.
 */
export function useRowKeys(region: RefObject<HTMLElement | null>) {
  const rowAt = (index: number) => region.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)

  const move = (step: number) => {
    const from = rowOf(document.activeElement)
    const to = from ? rowAt(Number(from.dataset.index) + step) : firstInSight(region.current)
    to?.focus({ preventScroll: true })
    to?.scrollIntoView({ block: 'nearest' })
  }
  useKeys({ j: () => move(1), k: () => move(-1) })

  return {
    onKeyDown: (event: ReactKeyboardEvent) => {
      const step = STEPS[event.key]
      // Within a row the arrows are its controls'.
      if (rowOf(event.target) !== event.target || event.altKey || event.ctrlKey || event.metaKey) return
      if (event.key === 'Escape') region.current?.focus({ preventScroll: true })
      if (step === undefined) return
      event.preventDefault()
      move(step)
    },
  }
}

const rowOf = (place: EventTarget | null) =>
  place instanceof Element ? place.closest<HTMLElement>('tr[data-index]') : null

/** The first row that is not above what can be seen. */
function firstInSight(region: HTMLElement | null) {
  const head = region?.querySelector('thead')?.getBoundingClientRect().bottom ?? 0
  const rows = Array.from(region?.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])
  return rows.find(row => row.getBoundingClientRect().top >= Math.max(0, head) - 1) ?? rows[0]
}
