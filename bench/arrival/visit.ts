import type { Browser, BrowserContext } from '@playwright/test'
import type { VisitedPage } from './pages.ts'

/** In ms since the navigation began: first paint, answer in sight (null on a page that is only a form), usable. */
export type Arrival = [firstPaint: number, answer: number | null, usable: number]

/** The cookies of a person. */
export type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

const PHONE = { width: 390, height: 844 }
const CPU_SLOWDOWN = 4
/** 1.6 Mbit/s down, 750 kbit/s up, in bytes per second. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 }

/** Opens a page with an empty cache, as on a slow phone, and waits until it is usable. @throws if it never is */
export async function visit(
  browser: Browser,
  url: string,
  { answer, control, press }: VisitedPage,
  { storageState, isPressed }: { storageState: StorageState; isPressed: boolean },
): Promise<Arrival> {
  const context = await browser.newContext({ viewport: PHONE, locale: 'en-US', storageState })
  try {
    const page = await context.newPage()
    const client = await context.newCDPSession(page)
    await client.send('Network.enable')
    await client.send('Network.emulateNetworkConditions', NETWORK)
    await client.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN })
    await page.addInitScript(watchArrival, { answer: answer ?? null, control })
    await page.goto(url, { waitUntil: 'commit' })
    const arrival = await page.evaluate(() => (window as unknown as { arrival: Promise<Arrival> }).arrival)
    if (isPressed) await press(page)
    return arrival
  } catch (error) {
    throw new Error(`${url} did not arrive.`, { cause: error })
  } finally {
    await context.close()
  }
}

/**
 * Runs in the page before its scripts and measures there, as questions from outside would slow the page down.
 *
 * - The answer is in sight after the first frame with it, whoever rendered it: an element that has a size and is not hidden.
 *   Whether one has to scroll to it is left out.
 * - A page is usable after the first frame in which its control is enabled and has the handlers that React gives it.
 */
function watchArrival({ answer, control }: { answer: string | null; control: string }) {
  const MAX_WAIT_MS = 60_000
  const CHECK_MS = 10

  function isShown(element: Element) {
    const { width, height } = element.getBoundingClientRect()
    const isVisible = element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    return isVisible && width > 0 && height > 0
  }

  function hasHandlers(element: Element) {
    const entries: [string, object][] = Object.entries(element)
    const [, props = {}] = entries.find(([key]) => key.startsWith('__reactProps')) ?? []
    return Object.keys(props).some(name => /^on[A-Z]/.test(name))
  }

  /** Called in a frame. Timers run after that frame has been painted. */
  const resolveWhenPainted = (resolve: (at: number) => void) => setTimeout(() => resolve(performance.now()))

  const painted = new Promise<number>(resolve => {
    new PerformanceObserver(paints => {
      const [paint] = paints.getEntriesByName('first-contentful-paint')
      if (paint) resolve(paint.startTime)
    }).observe({ type: 'paint', buffered: true })
  })

  const watchAnswer = (selector: string) =>
    new Promise<number>(resolve => {
      let isFrameAsked = false
      const changes = new MutationObserver(askForFrame)
      changes.observe(document, { subtree: true, childList: true, attributes: true })
      function askForFrame() {
        if (isFrameAsked || !document.querySelector(selector)) return
        isFrameAsked = true
        requestAnimationFrame(look)
      }
      function look() {
        isFrameAsked = false
        // A style sheet or an animation may show it without a further change.
        if (![...document.querySelectorAll(selector)].some(isShown)) return askForFrame()
        changes.disconnect()
        resolveWhenPainted(resolve)
      }
    })

  // React changes nothing in the document when it takes over an element. A timer, unlike frames, costs the page nothing.
  const handled = new Promise<number>(resolve => {
    const timer = setInterval(() => {
      const element = document.querySelector(control)
      if (!element || element.matches(':disabled') || !hasHandlers(element)) return
      clearInterval(timer)
      requestAnimationFrame(() => resolveWhenPainted(resolve))
    }, CHECK_MS)
  })

  const arrival = new Promise<Arrival>((resolve, reject) => {
    setTimeout(() => reject(new Error(`Waited in vain for ${answer} or ${control}.`)), MAX_WAIT_MS)
    Promise.all([painted, answer === null ? null : watchAnswer(answer), handled]).then(
      // What is in the document is not painted before the style sheets are there.
      ([first, seen, usable]) => resolve([first, seen && Math.max(seen, first), Math.max(usable, first)]),
    )
  })
  Object.assign(window, { arrival })
}
