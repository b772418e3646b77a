/**
 * Starts main.tsx on a page that the build rendered (web/build/prerender.ts) after the first paint, as the page can be read
 * without scripts: in the HTML, they would delay the paint by a second on a phone. Imports nothing, as it is not a module.
 */
const { main, preloads = '' } = document.currentScript?.dataset ?? {}

/** A hidden window is not painted, and not every browser reports the paint. */
const MAX_WAIT_MS = 500

/** Asking for all at once takes a phone a tenth of a second. */
const REQUESTS_AT_A_TIME = 5

let isStarted = false

async function start() {
  if (isStarted || !main) return
  isStarted = true
  const scripts = [...preloads.split(' '), main]
  for (const [at, href] of scripts.entries()) {
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
    if (at % REQUESTS_AT_A_TIME === REQUESTS_AT_A_TIME - 1) await letPageRespond()
  }
  // One after the other, as all together block the page of a phone for a quarter of a second. The page reports a script that
  // fails to load (ui/browser/lazy-page.tsx).
  for (const script of scripts) {
    await import(/* @vite-ignore */ script).catch(() => {})
    await letPageRespond()
  }
}

/** Lets the page respond to input before the next step. */
const letPageRespond = () =>
  'scheduler' in window && 'yield' in scheduler
    ? scheduler.yield()
    : new Promise(resolve => setTimeout(resolve))

new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
setTimeout(start, MAX_WAIT_MS)
