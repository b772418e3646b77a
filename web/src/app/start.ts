/**
 * Starts main.tsx on a page that the build rendered (web/build/prerender.ts): fetches and runs it after the first paint, as
 * both take a while on a slow phone and the page can be read without it. Imports nothing, as it is not a module.
 */
const { scripts } = document.currentScript?.dataset ?? {}
if (!scripts) throw new Error('The page does not name its scripts.')

/** A hidden window is not painted, and not every browser reports the paint. */
const MAX_WAIT_MS = 500

/** The imports of main.tsx, and main.tsx itself. */
const ADDRESSES = scripts.split(' ')
let isStarted = false

async function start() {
  if (isStarted) return
  isStarted = true
  // Fetches all at once instead of one import after the other.
  for (const href of ADDRESSES)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  // Runs one at a time, so that the page can respond to input in between.
  for (const address of ADDRESSES) {
    // The page reports a script that fails to load (ui/browser/lazy-page.tsx).
    await import(/* @vite-ignore */ address).catch(() => {})
    await new Promise(resolve => setTimeout(resolve))
  }
}

new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
setTimeout(start, MAX_WAIT_MS)
