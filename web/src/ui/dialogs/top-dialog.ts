import { useSyncExternalStore } from 'react'
import { createListeners } from '../browser/listeners.ts'

const openDialogs: HTMLDialogElement[] = []
const { subscribe, notify } = createListeners()

/**
 * Opens a dialog when it is mounted, with the focus on what has `autoFocus` or else its first control, and closes it when
 * it is unmounted, which gives the focus back to where it was. For the `ref` of a `<dialog>`.
 */
export function openWhileMounted(dialog: HTMLDialogElement | null) {
  if (!dialog) return
  const root = document.documentElement
  // Without the scroll bar, which goes while the page cannot scroll, the page would move.
  root.style.setProperty('--scrollbar-gutter', window.innerWidth > root.clientWidth ? 'stable' : 'auto')
  dialog.showModal()
  const first = ['[data-autofocus]', 'a, button, input:not([hidden]), select, textarea']
  first
    .map(selector => dialog.querySelector<HTMLElement>(selector))
    .find(Boolean)
    ?.focus()
  openDialogs.push(dialog)
  notify()
  return () => {
    openDialogs.splice(openDialogs.indexOf(dialog), 1)
    dialog.close()
    notify()
  }
}

/** The dialog above all else, or null: nothing outside of it is announced or can be pressed. */
export const useTopDialog = () =>
  useSyncExternalStore(
    subscribe,
    () => openDialogs.at(-1) ?? null,
    () => null,
  )
