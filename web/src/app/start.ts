/**
 * Starts main.tsx on the landing page, which stands ready in its HTML (web/build/prerender.ts): fetches and runs it once that
 * is painted, as on a slow phone both take a while and what is there to be read needs neither. Imports nothing, as it is
 * no module.
 */
const { scripts } = document.currentScript?.dataset ?? {}
if (!scripts) throw new Error('The page does not tell its scripts.')

/** A window that is not shown paints nothing, and not every browser tells. */
const LONGEST_WAIT_MS = 500

/** Those that main.tsx imports, and itself. */
const ADDRESSES = scripts.split(' ')
let isStarted = false

async function start() {
  if (isStarted) return
  isStarted = true
  // All at once, not each when the one before has named it.
  for (const href of ADDRESSES)
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  // One after the other, with room for a finger between them.
  for (const address of ADDRESSES) {
    await import(/* @vite-ignore */ address)
    await new Promise(resolve => setTimeout(resolve))
  }
}

new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
setTimeout(start, LONGEST_WAIT_MS)
