import axe from 'axe-core'
import type { Page } from 'playwright-core'

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Those of them that a theme changes. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * What axe finds in a page as it is now (WCAG 2.2 A and AA, and what is good practice), in the dark and in the
 * light; a line each, with its theme. The second time it is asked only for what a theme changes.
 */
export async function barriersIn(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const found: string[] = []
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(coloursSettled)
    const barriers = await page.evaluate(judge, colorScheme === 'light' ? STANDARD : COLOURS)
    found.push(...barriers.map(barrier => `${colorScheme}: ${barrier}`))
  }
  await page.emulateMedia({ colorScheme: null })
  return found
}

/** Runs in the page. */
async function judge(rules: string[]): Promise<string[]> {
  // The line along the window's edge is of no part of the page, and nothing has its heading before it is there.
  const place = { exclude: [['[role="progressbar"][aria-label="Waiting for the server"]']] }
  const isWaiting = document.querySelector('[data-waiting]') !== null
  const { violations } = await (window as never as { axe: typeof axe }).axe.run(place, {
    runOnly: rules,
    rules: isWaiting ? { 'page-has-heading-one': { enabled: false } } : {},
    resultTypes: ['violations'],
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' | ')}`)
}

/** Waits until every colour has become what it becomes in another theme. Runs in the page. */
async function coloursSettled() {
  const isChanging = () => document.getAnimations().some(one => one instanceof CSSTransition)
  do await new Promise(resolve => setTimeout(resolve, 50))
  while (isChanging())
}
