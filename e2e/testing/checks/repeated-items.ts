import type { Page } from '@playwright/test'

/** How many rows of a table, or cards of a list, are checked. */
const CHECKED = 4

const REPEATED = `tbody tr:nth-of-type(n + ${CHECKED + 1}), li:has(article):nth-of-type(n + ${CHECKED + 1})`

/**
 * Hides further rows and cards of long lists, in their places, for the checks that look at visible parts only. They are
 * like the first ones, and take up to nine tenths of the time.
 */
export const hideRepeatedItems = (page: Page): Promise<void> =>
  page.evaluate(selector => {
    // The pages allow no style elements.
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(`:is(${selector}), :is(${selector}) * { visibility: hidden !important }`)
    document.adoptedStyleSheets.push(sheet)
  }, REPEATED)
