import type { Page } from '@playwright/test'

/** `--target` (docs/design.md). */
const MIN_TARGET_PX = 44

/** Targets that are too small for a thumb, or stay covered by what floats above the page, one line each. */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page.evaluate(collectSmallTargets, MIN_TARGET_PX)

/**
 * A target is as large as its box or as the area around it that reacts to a press: a label, or a pseudo-element
 * (`::after`). Links within sentences are exempt (WCAG 2.2, 2.5.8). Runs in the page.
 */
async function collectSmallTargets(minimum: number): Promise<string[]> {
  const TARGETS = 'a[href], button, summary, select, textarea, input:not([type="hidden"])'

  // What is behind a modal dialog cannot be pressed.
  const page = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  const isOffered = (target: HTMLElement) =>
    page.contains(target) &&
    target.checkVisibility({ visibilityProperty: true }) &&
    !target.closest('[inert], [aria-hidden="true"]')
  const isInSentence = (target: HTMLElement) =>
    target.matches('a') &&
    getComputedStyle(target).display === 'inline' &&
    [...(target.parentElement?.childNodes ?? [])].some(
      // A text that changes has a `span` of its own.
      node => (node.nodeType === Node.TEXT_NODE || node.nodeName === 'SPAN') && node.textContent?.trim(),
    )
  const answers = (target: HTMLElement, x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    return target.contains(hit) || hit?.closest('label')?.control === target
  }
  /** What floats above a part of a target, in the middle of the window or as near to it as the page scrolls. */
  function coverOf(target: HTMLElement): Element | undefined {
    target.scrollIntoView({ block: 'center', inline: 'center' })
    const { x, y, width, height } = target.getBoundingClientRect()
    const points = [0.1, 0.5, 0.9].flatMap(right => [0.1, 0.5, 0.9].map(down => [right, down] as const))
    return points
      .map(([right, down]) => document.elementFromPoint(x + right * width, y + down * height))
      .flatMap(hit => (hit ? floatingAround(hit) : []))
      .find(floating => !floating.contains(target))
  }
  function floatingAround(hit: Element): Element[] {
    const isFloating = /fixed|sticky/.test(getComputedStyle(hit).position)
    // A press beside a menu closes it.
    if (hit.matches(':popover-open')) return []
    return [...(isFloating ? [hit] : []), ...(hit.parentElement ? floatingAround(hit.parentElement) : [])]
  }
  /** Whether a press reacts at all four edges of the minimum size. */
  function isLarge(target: HTMLElement, [x, y]: [number, number]) {
    const edge = minimum / 2 - 0.5
    return [-edge, edge].every(by => answers(target, x + by, y) && answers(target, x, y + by))
  }
  /** The size of the reacting area along an axis through the middle. */
  function extent(target: HTMLElement, [x, y]: [number, number], [dx, dy]: [number, number]) {
    const reach = (sign: number) => {
      let px = 0
      while (px < minimum && answers(target, x + sign * dx * (px + 0.5), y + sign * dy * (px + 0.5))) px += 1
      return px
    }
    return reach(1) + reach(-1)
  }

  // A tooltip covers other targets only while its text has the focus.
  if (document.querySelector('[role="tooltip"]')) {
    ;(document.activeElement as HTMLElement).blur()
    await new Promise(requestAnimationFrame)
  }
  const found = new Map<string, { first: string; count: number }>()
  for (const target of document.querySelectorAll<HTMLElement>(TARGETS)) {
    if (!isOffered(target) || isInSentence(target)) continue
    const cover = coverOf(target)
    if (cover) {
      const first = `covered by ${cover.outerHTML.slice(0, 80)}: ${target.outerHTML.slice(0, 160)}`
      found.set(first, { first, count: 1 })
    }
    const { width, height } = target.getBoundingClientRect()
    if (width >= minimum && height >= minimum) continue
    // A skip link is visible while it has the focus.
    if (target.matches('a[href^="#"]')) target.focus()
    target.scrollIntoView({ block: 'center', inline: 'center' })
    const box = target.getBoundingClientRect()
    const middle: [number, number] = [box.x + box.width / 2, box.y + box.height / 2]
    if (isLarge(target, middle)) continue
    const reached = [extent(target, middle, [1, 0]), extent(target, middle, [0, 1])]
    if (Math.min(...reached) >= minimum) continue
    const kind = `${reached} ${target.tagName} ${target.className}`
    const first = `${reached.join(' × ')} px: ${target.outerHTML.slice(0, 160)}`
    const known = found.get(kind) ?? { first, count: 0 }
    found.set(kind, { ...known, count: known.count + 1 })
  }
  return [...found.values()].map(({ first, count }) => `${first} (${count} like it)`)
}
