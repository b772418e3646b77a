/** Whether the focused element is gone, so that moving the focus takes it away from nothing. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body

/**
 * Ref of what holds buttons that remove it: the focus goes to the heading before it. Otherwise it is lost, and a screen reader
 * begins at the top.
 */
export const passFocusOn = (element: HTMLElement | null) => () => {
  if (!element?.contains(document.activeElement)) return
  const headings = [...document.querySelectorAll<HTMLElement>(':is(h1, h2, h3)[tabindex]')]
  headings
    .findLast(heading => heading.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)
    ?.focus({ preventScroll: true })
}
