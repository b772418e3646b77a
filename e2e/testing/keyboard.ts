import { expect, type Locator } from '@playwright/test'
import type { Visitor } from './visitor.ts'

/** More tab stops than any page has. */
const MAX_TAB_STOPS = 80

/** Whether an element has the focus. */
export const hasFocus = (what: Locator) => what.evaluate(element => element === document.activeElement)

/**
 * Waits until a heading has the focus, for a page that redirects soon: the page itself watches for it, so a short time is
 * enough. Call it before the action.
 */
export const waitForHeadingFocus = ({ page }: Visitor, heading: string) =>
  page.waitForFunction(text => document.activeElement?.textContent === text, heading)

/** Waits until an element has the focus. */
export const waitForFocus = (what: Locator) => expect.poll(() => hasFocus(what)).toBe(true)

/** Presses Tab until an element has the focus, and checks that the focus is visible at each stop. */
export async function tabTo({ page }: Visitor, what: Locator): Promise<void> {
  await what.waitFor()
  for (let stop = 0; stop < MAX_TAB_STOPS; stop++) {
    await page.keyboard.press('Tab')
    const unseen = await page.evaluate(hiddenFocus)
    expect(unseen, `tab stops at ${page.url()} without a visible focus`).toBeNull()
    if (await hasFocus(what)) return
  }
  throw new Error(`The Tab key does not reach ${what}.`)
}

/** The focused element if its focus is not visible: no outline, or outside the window. Runs in the page. */
function hiddenFocus(): string | null {
  const focused = document.activeElement
  // Between the last stop and the first, the window itself has the focus.
  if (!focused || focused === document.body) return null
  const { outlineStyle, outlineWidth } = getComputedStyle(focused)
  const { top, bottom, left, right } = focused.getBoundingClientRect()
  const isInWindow = bottom > 0 && top < innerHeight && right > 0 && left < innerWidth
  const isMarked = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
  return isInWindow && isMarked ? null : focused.outerHTML.slice(0, 200)
}
