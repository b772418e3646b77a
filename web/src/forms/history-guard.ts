type Guard = (event: PopStateEvent) => void

let guard: Guard | null = null

/**
 * Lets a guard hear of moves in the tab's history before the router does, and keep them from it. To be called once,
 * before the router is rendered: browsers tell the listeners of a window in the order in which they came.
 */
export const listenBeforeRouter = () => window.addEventListener('popstate', event => guard?.(event))

/** Sets who guards the history from now on, or nobody. */
export function guardHistory(next: Guard | null) {
  guard = next
}
