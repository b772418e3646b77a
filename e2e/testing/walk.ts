import type { Locator } from '@playwright/test'
import { click } from './click.ts'
import type { Visitor } from './visitor.ts'

/** How long a person on a phone takes to find and press something, and to type a character. */
const PRESS_S = 1.5
const CHARACTER_S = 0.3

type Effort = { presses: number; characters: number; seconds: number; words: number }

/**
 * Counts what somebody presses and types on the way to a goal. Choosing an option is two presses, as
 * the list has to be opened. The seconds follow from both; waiting for pages and mails is left out.
 */
export function aWalk(visitor: Visitor) {
  let presses = 0
  let characters = 0
  let words = 0
  return {
    /**
     * Counts the words that are in the window: what somebody reads before they scroll.
     * @param shown what the page has when it is loaded: a page that is loading has few words
     */
    async read(...shown: [Locator, ...Locator[]]) {
      for (const part of shown) await part.waitFor()
      words += await visitor.page.evaluate(countWordsInWindow)
    },
    async press(name: string | RegExp) {
      presses += 1
      await visitor.press(name)
    },
    /** Presses what is neither a button nor a link of the page itself. */
    async pressOn(target: Locator) {
      presses += 1
      await click(target)
    },
    async pressKey(key: string) {
      presses += 1
      await visitor.page.keyboard.press(key)
    },
    async follow(name: string) {
      presses += 1
      await click(visitor.page.getByRole('main').getByRole('link', { name, exact: true }).last())
    },
    /** Opens the link of a mail. */
    async followMailedLink(path: string) {
      presses += 1
      await visitor.open(path)
    },
    /** Fills in fields by their labels. */
    async type(fields: Record<string, string>) {
      for (const [label, text] of Object.entries(fields)) {
        presses += 1
        characters += text.length
        await visitor.field(label).fill(text)
      }
    },
    async choose(label: string, option: string) {
      presses += 2
      await visitor.field(label).selectOption(option)
    },
    effort: (): Effort => ({
      presses,
      characters,
      words,
      seconds: Math.round(presses * PRESS_S + characters * CHARACTER_S),
    }),
  }
}

/** Runs in the page. */
function countWordsInWindow(): number {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const range = document.createRange()
  let words = 0
  while (texts.nextNode()) {
    const { parentElement, textContent } = texts.currentNode
    if (!parentElement?.checkVisibility({ visibilityProperty: true })) continue
    range.selectNodeContents(texts.currentNode)
    const { top, bottom, width } = range.getBoundingClientRect()
    if (width > 1 && bottom > 0 && top < innerHeight)
      words += textContent?.match(/[\p{L}\p{N}]+/gu)?.length ?? 0
  }
  return words
}
