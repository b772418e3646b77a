import type { Page } from '@playwright/test'

/** Content that is cut off or needs horizontal scrolling, one line each. */
export const findOverflow = (page: Page): Promise<string[]> => page.evaluate(collectOverflow)

/** Runs in the page. */
function collectOverflow(): string[] {
  const found: string[] = []
  const root = document.documentElement
  const isHidden = (element: Element) =>
    !element.checkVisibility({ visibilityProperty: true }) ||
    // Skeletons contain no text.
    element.closest('[aria-hidden="true"]') !== null ||
    // For screen readers only.
    getComputedStyle(element).clipPath === 'inset(50%)'
  const isField = (element: Element) => element.matches('input, select, textarea')
  // The first lines of what the rest of a card or reminder says, or of a text in a table: a press on it shows all.
  const isBeginning = (element: Element) =>
    (element.matches('article:has(summary) *, summary *') &&
      getComputedStyle(element).textOverflow === 'ellipsis') ||
    (element.matches('article:has(summary) *, tr *') && getComputedStyle(element).webkitLineClamp !== 'none')
  const isNamedStop = (element: Element) =>
    element instanceof HTMLElement &&
    element.tabIndex >= 0 &&
    (element.ariaLabel || element.hasAttribute('aria-labelledby'))

  if (root.scrollWidth > root.clientWidth) found.push(`the page is ${root.scrollWidth} px wide`)
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const isWider = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 0
    const isHigher = element.scrollHeight > element.clientHeight + 2 && element.clientHeight > 0
    if ((!isWider && !isHigher) || isField(element) || isHidden(element)) continue
    if (isBeginning(element)) continue
    const { overflowX, overflowY } = getComputedStyle(element)
    const isCut = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    const tag = element.outerHTML.slice(0, 160)
    if ((isWider && isCut(overflowX)) || (isHigher && isCut(overflowY))) found.push(`cut off: ${tag}`)
    if (isWider && /auto|scroll/.test(overflowX) && !isNamedStop(element))
      found.push(`scrolls sideways, without a name and a stop of the Tab key: ${tag}`)
  }
  return found
}
