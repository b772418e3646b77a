/**
 * Starts main.tsx on a page that the build rendered (web/build/prerender.ts): fetches and runs it after the first paint, as
 * both take a while on a slow phone and the page can be read without it. Imports nothing, as it is not a module.
 */
const { scripts } = document.currentScript?.dataset ?? {}
if (!scripts) throw new Error('The page does not name its scripts.')

/** A hidden window is not painted, and not every browser reports the paint. */
const MAX_WAIT_MS = 500

/** What a script imports, then itself: the libraries, main.tsx, the parts of the page, the page. */
const ADDRESSES = scripts.split(' ')
const REQUESTS_AT_A_TIME = 5
/** After this long without a script, main.tsx no longer waits: it loads the page itself and reports a failure. */
const LATE_MS = 1_000

let isStarted = false

let letMainGoOn = () => {}
window.pageScripts = new Promise(resolve => {
  letMainGoOn = resolve
})

/** Lets the page respond to input before the next step. */
const letPageRespond = () =>
  'scheduler' in window && 'yield' in scheduler
    ? scheduler.yield()
    : new Promise(resolve => setTimeout(resolve))

async function start() {
  if (isStarted) return
  isStarted = true
  // Fetches all at once instead of one import after the other; but asks for a few at a time, as forty take a phone a tenth of
  // a second.
  for (const [at, href] of ADDRESSES.entries()) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    if (at % REQUESTS_AT_A_TIME === REQUESTS_AT_A_TIME - 1) await letPageRespond()
  }
  for (const address of ADDRESSES) {
    const late = setTimeout(letMainGoOn, LATE_MS)
    // The page reports a script that fails to load (ui/browser/lazy-page.tsx).
    await import(/* @vite-ignore */ address).catch(() => {})
    clearTimeout(late)
    await letPageRespond()
  }
  letMainGoOn()
}

new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
setTimeout(start, MAX_WAIT_MS)
