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
  return () => dialog.close()
}
