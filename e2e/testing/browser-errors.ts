import type { BrowserContext, Request } from '@playwright/test'

/**
 * Collects unexpected events in a browser as lines: `401 POST /api/session` for a refused request, `lost GET
 * /assets/login.js` for one without a reply, `console …` for an error or a policy violation, `uncaught …`.
 */
export function watchForErrors(context: BrowserContext, siteUrl: string) {
  const errors: string[] = []
  const expected: { error: string | RegExp; hasOccurred: boolean }[] = []
  const place = (req: Request) => `${req.method()} ${req.url().replace(siteUrl, '')}`

  function record(error: string) {
    const declared = expected.filter(one =>
      typeof one.error === 'string' ? one.error === error : one.error.test(error),
    )
    for (const one of declared) one.hasOccurred = true
    if (declared.length === 0) errors.push(error)
  }

  context.on('weberror', thrown => record(`uncaught ${thrown.error().message}`))
  context.on('console', message => {
    if (message.type() !== 'error') return
    // Chromium also reports failed requests in the console; they are handled below.
    if (message.text().startsWith('Failed to load resource')) return
    // The recorder of the trace runs a script in each frame, also where none may run.
    if (message.text().startsWith('Blocked script execution')) return
    record(`console ${message.text()}`)
  })
  context.on('requestfailed', req => {
    // The page itself aborts requests that it no longer needs. A browser that runs no scripts blocks those that a page
    // preloads; one that runs them reports what the policy blocks in the console.
    if (!['net::ERR_ABORTED', 'csp'].includes(req.failure()?.errorText ?? '')) record(`lost ${place(req)}`)
  })
  context.on('response', res => {
    if (res.status() >= 400) record(`${res.status()} ${place(res.request())}`)
  })

  return {
    expects: (error: string | RegExp) => void expected.push({ error, hasOccurred: false }),
    /** Unexpected events, and expected ones that did not occur. */
    found: () => [
      ...errors,
      ...expected.filter(one => !one.hasOccurred).map(one => `expected, but did not occur: ${one.error}`),
    ],
  }
}
