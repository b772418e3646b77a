/**
 * Starts main.tsx on a page that the build rendered (web/build/prerender.ts) after the first paint, as the page can be read
 * without scripts: in the HTML, they would delay the paint by a second on a phone. Imports nothing, as it is not a module.
 */
const { main, preloads = '' } = document.currentScript?.dataset ?? {}

/** A hidden window is not painted, and not every browser reports the paint. */
const MAX_WAIT_MS = 500

let isStarted = false

function start() {
  if (isStarted || !main) return
  isStarted = true
  for (const href of preloads.split(' '))
    document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }))
  // The content security policy allows no script element whose address is a plain text.
  void import(/* @vite-ignore */ main)
}

new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
setTimeout(start, MAX_WAIT_MS)
