import type { Locator } from '@playwright/test'
import { click } from './click.ts'
import type { Visitor } from './visitor.ts'

/** Counts what somebody presses and reads on the way to a goal. Choosing an option is two presses, as the list has to be opened. */
export function aWalk({ page, field, open }: Visitor) {
  const effort = { presses: 0, words: 0 }
  async function pressOn(target: Locator) {
    effort.presses += 1
    await click(target)
  }
  return {
    effort,
    pressOn,
    press: (name: string) => pressOn(page.getByRole('button', { name, exact: true })),
    follow: (name: string) => pressOn(page.getByRole('main').getByRole('link', { name, exact: true }).last()),
    /**
     * Counts the words that are in the window: what somebody reads before they scroll.
     * @param shown what the page has when it is loaded: a page that is loading has few words
     */
    async read(...shown: Locator[]) {
      for (const part of shown) await part.waitFor()
      effort.words += await page.evaluate(countWordsInWindow)
    },
    /** Opens the link of a mail. */
    async followMailedLink(path: string) {
      effort.presses += 1
      await open(path)
    },
    /** Fills in fields by their labels. */
    async type(fields: Record<string, string>) {
      for (const [label, text] of Object.entries(fields)) {
        effort.presses += 1
        await field(label).fill(text)
      }
    },
    async choose(label: string, option: string) {
      effort.presses += 2
      await field(label).selectOption(option)
    },
  }
}

/** Runs in the page. What is clipped, as for screen readers alone, is not seen. */
function countWordsInWindow(): number {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  /** The part of the node's box that is neither outside of the window nor of what clips it. */
  function visibleSize(node: Node) {
    range.selectNodeContents(node)
    let { top, bottom, left, right } = range.getBoundingClientRect()
    const clip = (by: { top: number; bottom: number; left: number; right: number }) => {
      top = Math.max(top, by.top)
      bottom = Math.min(bottom, by.bottom)
      left = Math.max(left, by.left)
      right = Math.min(right, by.right)
    }
    clip({ top: 0, bottom: innerHeight, left: 0, right: innerWidth })
    for (let box = node.parentElement; box && box !== document.body; box = box.parentElement)
      if (getComputedStyle(box).overflow !== 'visible') clip(box.getBoundingClientRect())
    return Math.min(bottom - top, right - left)
  }
  let words = 0
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode
    if (!parentElement?.checkVisibility({ visibilityProperty: true })) continue
    if (visibleSize(texts.currentNode) > 1) words += textContent?.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  }
  return words
}
