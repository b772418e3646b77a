import type { Locator } from 'playwright-core'

/** The page moves only while it loads. */
const MAX_TRIALS = 5

/**
 * Clicks. If the page moves between the mouse button's going down and up, which takes a busy machine long, the browser sends
 * no click to what was pressed; a person would press again. Not for pages that may run no scripts.
 */
export async function click(target: Locator): Promise<void> {
  for (let trial = 0; trial < MAX_TRIALS; trial += 1) {
    const clicks = await target.page().evaluateHandle(recordClicks)
    await target.click()
    // An error means that the click has led to another page.
    if (await clicks.evaluate(({ count }) => count > 0).catch(() => true)) return
  }
  throw new Error(`The browser sent no click in ${MAX_TRIALS} trials.`)
}

/** Counts the clicks on what can be pressed. Runs in the page. */
function recordClicks() {
  const clicks = { count: 0 }
  const record = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a, button, input, label, summary, [role]'))
      clicks.count += 1
  }
  // Before the page's own listeners, of which one stops the click.
  window.addEventListener('click', record, { capture: true })
  return clicks
}
