import { useSyncExternalStore } from 'react'
import { createListeners } from '../browser/listeners.ts'

/** A short message about what was done. The number distinguishes toasts with the same text. */
type Toast = { number: number; text: string; undo: (() => void) | undefined }

let current: Toast | null = null
let count = 0
const { subscribe, notify } = createListeners()

function show(toast: Toast | null) {
  current = toast
  notify()
}

/**
 * Shows a toast, for a result whose place on the page is gone or was left. One at a time: a new toast replaces the
 * previous one. For errors that the person can act on, show a `Notice` in place.
 * @param undo takes it back, if the person presses Undo
 */
export const showToast = (text: string, undo?: () => void) => show({ number: ++count, text, undo })

/** Removes a toast; the current one by default. A timer that fires late must not remove the toast that replaced its own. */
export function dismissToast(toast = current): void {
  if (toast === current) show(null)
}

/** The current toast, or null. */
export const useToast = () =>
  useSyncExternalStore(
    subscribe,
    () => current,
    () => null,
  )
