import type { KeyboardEvent as ReactKeyboardEvent, RefObject } from 'react'
import { useShortcuts } from '../../frame/use-shortcuts.ts'

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }

/**
 * Moves the focus between the rows of a table: `j` and `k` from anywhere, arrow keys from a row; Escape leaves the rows.
 * `rowKey` presses the button of the focused row that has it as its `data-key`, if there is one, and goes on to the next
 * row. The next row is always rendered, as rows around the visible ones are. Spread the result onto the region.
 */
export function useRowNavigation(region: RefObject<HTMLElement | null>, rowKey?: string) {
  const rowAt = (index: number) => region.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)

  const move = (step: number) => {
    const from = rowOf(document.activeElement)
    const to = from ? rowAt(Number(from.dataset.index) + step) : firstVisibleRow(region.current)
    to?.focus({ preventScroll: true })
    to?.scrollIntoView({ block: 'nearest' })
  }
  const pressButton = (key: string) => {
    const row = rowOf(document.activeElement)
    row?.querySelector<HTMLElement>(`button[data-key="${key}"]`)?.click()
    move(1)
  }
  useShortcuts({ j: () => move(1), k: () => move(-1) }, { repeats: true })
  useShortcuts(rowKey ? { [rowKey]: () => pressButton(rowKey) } : {})

  return {
    onKeyDown: (event: ReactKeyboardEvent) => {
      const step = STEPS[event.key]
      // Inside a row the arrow keys belong to its controls.
      if (rowOf(event.target) !== event.target || event.altKey || event.ctrlKey || event.metaKey) return
      if (event.key === 'Escape') region.current?.focus({ preventScroll: true })
      if (step === undefined) return
      event.preventDefault()
      move(step)
    },
  }
}

const rowOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest<HTMLElement>('tr[data-index]') : null

/** The first visible row. */
function firstVisibleRow(region: HTMLElement | null) {
  const head = region?.querySelector('thead')?.getBoundingClientRect().bottom ?? 0
  const rows = Array.from(region?.querySelectorAll<HTMLElement>('tr[data-index]') ?? [])
  return rows.find(row => row.getBoundingClientRect().top >= Math.max(0, head) - 1) ?? rows[0]
}
