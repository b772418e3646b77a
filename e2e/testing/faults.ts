import type { BrowserContext } from 'playwright-core'

/**
 * Collects what must not happen in a browser, each as one line: `401 POST /api/session` for a call that was
 * refused, `lost GET /assets/login.js` for one without an answer, `console …` for an error or a policy
 * violation, `uncaught …`.
 */
export function watchForFaults(context: BrowserContext, siteUrl: string) {
  const faults: string[] = []
  const expected: { fault: string | RegExp; hasCome: boolean }[] = []
  const place = (req: { method(): string; url(): string }) =>
    `${req.method()} ${req.url().replace(siteUrl, '')}`

  function note(fault: string) {
    const declared = expected.filter(one =>
      typeof one.fault === 'string' ? one.fault === fault : one.fault.test(fault),
    )
    for (const one of declared) one.hasCome = true
    if (declared.length === 0) faults.push(fault)
  }

  context.on('weberror', thrown => note(`uncaught ${thrown.error().message}`))
  context.on('console', message => {
    if (message.type() !== 'error') return
    // Chromium notes a call that failed in the console; the call itself is judged below.
    if (message.text().startsWith('Failed to load resource')) return
    note(`console ${message.text()}`)
  })
  context.on('requestfailed', req => {
    // The page itself gives up what it has no use for any more.
    if (req.failure()?.errorText !== 'net::ERR_ABORTED') note(`lost ${place(req)}`)
  })
  context.on('response', res => {
    if (res.status() >= 400) note(`${res.status()} ${place(res.request())}`)
  })

  return {
    expects: (fault: string | RegExp) => void expected.push({ fault, hasCome: false }),
    /** What came unasked, and what was announced and did not come. */
    found: () => [
      ...faults,
      ...expected.filter(one => !one.hasCome).map(one => `expected in vain: ${one.fault}`),
    ],
  }
}
