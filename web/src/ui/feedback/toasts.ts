import { useSyncExternalStore } from 'react'

/** A short word on what was done. The number tells one from another of the same words. */
type Toast = { number: number; text: string }

let shown: Toast | null = null
let count = 0
const listeners = new Set<() => void>()

function show(toast: Toast | null) {
  shown = toast
  for (const listener of listeners) listener()
}

/**
 * Says what was done, for a success whose place on the page is gone or left. One at a time: the newest takes the
 * place of the one before. What failed and can be mended stays where it is, as a `Notice`.
 */
export const showToast = (text: string) => show({ number: ++count, text })

/** Takes it away. */
export const dismissToast = () => show(null)

/** What is to be shown now; null when nothing is. */
export const useToast = () =>
  useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  )

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
