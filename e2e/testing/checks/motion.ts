import type { Page } from '@playwright/test'

/** A longer transition counts as motion. */
const MAX_TRANSITION_MS = 10

/** Animations and transitions despite a preference for reduced motion, one line each. */
export async function findMotion(page: Page): Promise<string[]> {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  return page.evaluate(collectMotion, MAX_TRANSITION_MS)
}

/** Runs in the page. */
function collectMotion(maxMs: number): string[] {
  const found = new Set<string>()
  const longest = (durations: string) =>
    Math.max(
      ...durations.split(',').map(text => Number.parseFloat(text) * (text.trim().endsWith('ms') ? 1 : 1_000)),
    )
  for (const element of document.querySelectorAll('*'))
    for (const part of [null, '::before', '::after']) {
      const style = getComputedStyle(element, part)
      const tag = `${element.outerHTML.slice(0, 160)}${part ?? ''}`
      if (longest(style.transitionDuration) > maxMs) found.add(`transition: ${tag}`)
      if (style.scrollBehavior === 'smooth') found.add(`scrolls smoothly: ${tag}`)
    }
  for (const { effect, playState } of document.getAnimations()) {
    const isLong = Number(effect?.getComputedTiming().activeDuration) > maxMs
    const target = effect instanceof KeyframeEffect ? effect.target : null
    if (isLong && playState === 'running') found.add(`animation: ${target?.outerHTML.slice(0, 160)}`)
  }
  return [...found]
}
