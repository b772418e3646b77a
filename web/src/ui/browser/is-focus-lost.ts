/** Whether the focused element is gone, so that moving the focus takes it away from nothing. */
export const isFocusLost = (): boolean =>
  document.activeElement === null || document.activeElement === document.body
