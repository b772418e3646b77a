import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import type axe from 'axe-core'

/** The minified build: a browser parses it in half the time. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** The rules whose result depends on the theme. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** The themes, and the rules by which a page is checked in them. */
const THEMES = [
  { colorScheme: 'dark', rules: COLOURS },
  { colorScheme: 'light', rules: STANDARD },
] as const

/**
 * Violations that axe finds in a page (WCAG 2.2 A and AA, and best practices) in both themes, one line each.
 * Scrolls to the top of the page.
 */
export async function findAxeViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  // In a scrolled page the sticky top bar covers parts of targets, which axe would then call too small.
  await page.evaluate(() => scrollTo(0, 0))
  const found: string[] = []
  for (const { colorScheme, rules } of THEMES) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(waitForColours)
    const violations = await page.evaluate(runAxe, rules)
    found.push(...violations.map(violation => `${colorScheme}: ${violation}`))
  }
  await page.emulateMedia({ colorScheme: null })
  return found
}

/** Runs in the page. */
async function runAxe(rules: string[]): Promise<string[]> {
  // The progress bar at the window's edge is in no landmark, and a page has no heading while it loads.
  const place = { exclude: [['[role="progressbar"][aria-label="Waiting for the server"]']] }
  const isWaiting = document.querySelector('[data-waiting]') !== null
  const { violations } = await (window as never as { axe: typeof axe }).axe.run(place, {
    runOnly: rules,
    rules: isWaiting ? { 'page-has-heading-one': { enabled: false } } : {},
    resultTypes: ['violations'],
  })
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' | ')}`)
}

/** Waits until the transitions of colours have ended. Runs in the page. */
async function waitForColours() {
  const isChanging = () => document.getAnimations().some(one => one instanceof CSSTransition)
  do await new Promise(resolve => setTimeout(resolve, 50))
  while (isChanging())
}
