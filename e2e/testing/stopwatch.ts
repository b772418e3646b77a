import type { Page } from 'playwright-core'

/**
 * For how many ms a text stands on the page, by the page's own clock, so that a busy machine between the page
 * and the journey adds nothing. To be called before the text appears.
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
