import { useSyncExternalStore } from 'react'
import { createListeners } from '../browser/listeners.ts'

let current: string | null = null
const { subscribe, notify } = createListeners()

/**
 * Says what became of something whose page was left meanwhile, at the bottom of whatever page is shown. One at a time. What
 * was done on the page that is shown is said in its place: in a `Notice` or a line beside what was pressed.
 */
export function sayLater(message: string | null): void {
  current = message
  notify()
}

/** The current message, or null. */
export const useLateMessage = () =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
