import { expect, type Locator } from '@playwright/test'

/** The page moves only while it loads. */
const MAX_TRIALS = 5

/**
 * Clicks. If the page moves between the mouse button's going down and up, which takes a busy machine long, the browser sends
 * the click to what surrounds both places; a person would press again. Not for frames that may run no scripts.
 */
export async function click(target: Locator): Promise<void> {
  for (let trial = 0; trial < MAX_TRIALS; trial += 1) {
    const clicks = await target.evaluateHandle(recordClicks)
    await target.click()
    // An error means that the click has led to another page.
    if (await clicks.evaluate(({ count }) => count > 0).catch(() => true)) return
  }
  throw new Error(`The browser sent no click in ${MAX_TRIALS} trials.`)
}

/** Chooses a radio button, or ticks a checkbox or a switch, as `click` presses it. */
export async function check(target: Locator): Promise<void> {
  if (!(await target.isChecked())) await click(target)
  await expect(target).toBeChecked()
}

/** The opposite of `check`. */
export async function uncheck(target: Locator): Promise<void> {
  if (await target.isChecked()) await click(target)
  await expect(target).not.toBeChecked()
}

/** Counts the clicks on an element. If the page has replaced it, every click counts. Runs in the page. */
function recordClicks(element: Element) {
  const clicks = { count: 0 }
  const record = (event: MouseEvent) => {
    if (!element.isConnected || event.composedPath().includes(element)) clicks.count += 1
  }
  // Before the page's own listeners, of which one stops the click.
  window.addEventListener('click', record, { capture: true })
  return clicks
}
