import type { Page } from '@playwright/test'

/**
 * Measures for how many ms a text is on the page, by the page's clock, so that a busy machine adds nothing. Call it
 * before the text appears.
 */
export const timeShown = (page: Page, text: string): Promise<number> =>
  page.evaluate(
    awaited =>
      new Promise<number>(resolve => {
        let appearedAt: number | null = null
        const watch = new MutationObserver(() => {
          const isShown = document.body.textContent?.includes(awaited)
          if (isShown) appearedAt ??= performance.now()
          else if (appearedAt !== null) {
            watch.disconnect()
            resolve(performance.now() - appearedAt)
          }
        })
        watch.observe(document.body, { subtree: true, childList: true, characterData: true })
      }),
    text,
  )
