/**
 * Starts main.tsx on the landing page, which stands ready in its HTML (web/prerender.ts): once that is painted, as on a
 * slow phone to run the script takes a while, also when it is there at once. Imports nothing, as it is no module.
 */
const address = document.currentScript?.dataset.main
if (!address) throw new Error('The page does not tell where its script is.')

/** A window that is not shown paints nothing, and not every browser tells. */
const LONGEST_WAIT_MS = 500

/** A second time does nothing: a module runs once. */
const start = () => import(/* @vite-ignore */ address)
new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
setTimeout(start, LONGEST_WAIT_MS)
