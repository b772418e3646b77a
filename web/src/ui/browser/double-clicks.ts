/**
 * Ignores the second click of a double click if what the first one pressed is gone: the person would press what is in its
 * place now, or was below it, unread. Clicks of the keyboard have no count.
 */
export function ignoreOutdatedDoubleClicks() {
  let pressed: EventTarget | null = null
  document.addEventListener(
    'click',
    event => {
      if (event.detail > 1 && pressed instanceof Node && !pressed.isConnected) {
        event.preventDefault()
        event.stopPropagation()
      } else pressed = event.target
    },
    { capture: true },
  )
}
