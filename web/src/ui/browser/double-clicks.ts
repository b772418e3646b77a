/** What a click presses. A button may show something else after it: its content does not count. */
const PRESSED = 'a, button, input, label, select, summary, textarea'

/**
 * Ignores the second click of a double click if the button that the first one pressed is gone: the person would press what is
 * in its place now, or was below it, unread. Clicks of the keyboard have no count.
 */
export function ignoreOutdatedDoubleClicks() {
  let pressed: Element | null = null
  document.addEventListener(
    'click',
    event => {
      if (event.detail > 1 && pressed && !pressed.isConnected) {
        event.preventDefault()
        event.stopPropagation()
      } else pressed = event.target instanceof Element ? event.target.closest(PRESSED) : null
    },
    { capture: true },
  )
}
