import type { Locator } from 'playwright-core'
import { expect } from 'vitest'
import type { Visitor } from './visitor.ts'

/** More stops than any page of ours has before the one that is looked for. */
const MOST_STOPS = 80

/** Whether something has the focus. */
export const hasFocus = (what: Locator) => what.evaluate(element => element === document.activeElement)

/**
 * Whether a heading had the focus at any time from now on, for a page that soon leads on: it is looked for within the
 * page, which misses nothing. To be called before.
 */
export const hasComeToFocus = ({ page }: Visitor, heading: string) =>
  page.waitForFunction(text => document.activeElement?.textContent === text, heading)

/** Waits until something has the focus. */
export const comesToFocus = (what: Locator) => expect.poll(() => hasFocus(what)).toBe(true)

/** Goes on with Tab until something has the focus; at each stop it is seen where one is. */
export async function tabTo({ page }: Visitor, what: Locator): Promise<void> {
  await what.waitFor()
  for (let stop = 0; stop < MOST_STOPS; stop++) {
    await page.keyboard.press('Tab')
    const unseen = await page.evaluate(hiddenFocus)
    expect(unseen, `stops of the Tab key at ${page.url()} that nobody sees`).toBeNull()
    if (await hasFocus(what)) return
  }
  throw new Error(`The Tab key does not come to ${what}.`)
}

/** What has the focus, if that cannot be seen: no outline, or out of the window. Runs in the page. */
function hiddenFocus(): string | null {
  const focused = document.activeElement
  // The window's own frame, between the last stop and the first.
  if (!focused || focused === document.body) return null
  const { outlineStyle, outlineWidth } = getComputedStyle(focused)
  const { top, bottom, left, right } = focused.getBoundingClientRect()
  const isInWindow = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
  const isMarked = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  return isInWindow && isMarked ? null : focused.outerHTML.slice(0, 200)
}
