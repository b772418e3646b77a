type Guard = (event: PopStateEvent) => void

let guard: Guard | null = null

/**
 * Lets a guard handle history navigation before the router does, and hide it from the router. Call it once, before the
 * router is rendered: browsers call the listeners of a window in the order in which they were added.
 */
export const installHistoryGuard = () => window.addEventListener('popstate', event => guard?.(event))

/** Sets the current guard; null removes it. */
export function setHistoryGuard(next: Guard | null) {
  guard = next
}
