import type { BrowserContext } from 'playwright-core'

/**
 * Collects unexpected events in a browser as lines: `401 POST /api/session` for a refused request, `lost GET
 * /assets/login.js` for one without a reply, `console …` for an error or a policy violation, `uncaught …`.
 */
export function watchForErrors(context: BrowserContext, siteUrl: string) {
  const errors: string[] = []
  const expected: { fault: string | RegExp; hasOccurred: boolean }[] = []
  const place = (req: { method(): string; url(): string }) =>
    `${req.method()} ${req.url().replace(siteUrl, '')}`

  function note(fault: string) {
    const declared = expected.filter(one =>
      typeof one.fault === 'string' ? one.fault === fault : one.fault.test(fault),
    )
    for (const one of declared) one.hasOccurred = true
    if (declared.length === 0) errors.push(fault)
  }

  context.on('weberror', thrown => note(`uncaught ${thrown.error().message}`))
  context.on('console', message => {
    if (message.type() !== 'error') return
    // Chromium also reports failed requests in the console; they are handled below.
    if (message.text().startsWith('Failed to load resource')) return
    note(`console ${message.text()}`)
  })
  context.on('requestfailed', req => {
    // The page itself aborts requests that it no longer needs.
    if (req.failure()?.errorText !== 'net::ERR_ABORTED') note(`lost ${place(req)}`)
  })
  context.on('response', res => {
    if (res.status() >= 400) note(`${res.status()} ${place(res.request())}`)
  })

  return {
    expects: (fault: string | RegExp) => void expected.push({ fault, hasOccurred: false }),
    /** Unexpected events, and expected ones that did not occur. */
    found: () => [
      ...errors,
      ...expected.filter(one => !one.hasOccurred).map(one => `expected, but did not occur: ${one.fault}`),
    ],
  }
}
