import { useLayoutEffect } from 'react'
import { useLocation, useNavigationType } from 'react-router'

type Guard = (event: PopStateEvent) => void

let guard: Guard | null = null

/**
 * Lets a guard handle history navigation before the router does, and hide it from the router. Call it once, before the
 * router is rendered: browsers call the listeners of a window in the order in which they were added.
 */
export const installHistoryGuard = () => window.addEventListener('popstate', event => guard?.(event))

/** The key of an entry's number in the browser's history, beside what the router keeps there. */
const NUMBER = 'bloodBankEntry'

/** The number of the current entry in the history of this tab: the distance of two tells how to take a step back. */
export const historyNumber = (): number => history.state?.[NUMBER] ?? Number.NaN

let current = 0

/** Numbers the entries of the history as the router adds them. Not every browser has the Navigation API, which does so. */
export function useNumberedHistory() {
  const { key } = useLocation()
  const type = useNavigationType()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each entry has a key of its own
  useLayoutEffect(() => {
    const known = historyNumber()
    if (Number.isFinite(known)) {
      current = known
      return
    }
    if (type === 'PUSH') current += 1
    history.replaceState({ ...history.state, [NUMBER]: current }, '')
  }, [key, type])
}

/** Sets the current guard; null removes it. */
export function setHistoryGuard(next: Guard | null) {
  guard = next
}
