import { type Browser, type BrowserContext, type Locator, type Page, request } from '@playwright/test'
import { watchForErrors } from './browser-errors.ts'
import { click } from './click.ts'

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1280, height: 800 }

/** A person with a browser tab. Unexpected errors in it fail the test at its end. */
export type Visitor = {
  page: Page
  context: BrowserContext
  /** Calls the API with the cookies of this browser, without a page. Throws if the call fails. */
  post(path: string, body: object): Promise<void>
  /** Goes to a path of the site by its address, and waits until its script has taken over the page. */
  open(path: string): Promise<void>
  field(name: string): Locator
  press(name: string | RegExp): Promise<void>
  follow(name: string): Promise<void>
  sees(text: string | RegExp): Promise<void>
  heading(name: string): Promise<void>
  /** Waits until the tab is at a path of the site. */
  comesTo(path: string): Promise<void>
  /** Opens another tab of the same browser. */
  anotherTab(): Promise<Visitor>
  /** Declares an expected error, in the format of `watchForErrors`. The test fails if it does not occur. */
  expects(error: string | RegExp): void
}

export type Connection = {
  /** The product to visit. */
  siteUrl: string
  /** The proxy through which the browser reaches it (`faultyProxy`). */
  proxy?: { url: string }
  /** False for a browser that runs no scripts. */
  hasScripts?: boolean
  /** Whether the page may be animated. */
  hasMotion?: boolean
}

/** Opens a fresh browser profile with a tab. @returns its visitor, and the errors in it (`watchForErrors`) */
export async function openBrowser(
  browser: Browser,
  viewport: typeof DESKTOP,
  { siteUrl, proxy, hasScripts = true, hasMotion = false }: Connection,
) {
  const context = await browser.newContext({
    viewport,
    baseURL: siteUrl,
    javaScriptEnabled: hasScripts,
    ...(hasMotion && { reducedMotion: 'no-preference' }),
    ...(proxy && { proxy: { server: proxy.url } }),
  })
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event =>
      console.error(`content policy: ${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  const { expects, found } = watchForErrors(context, siteUrl)
  return { visitor: await aTab(context, siteUrl, expects), errors: found }
}

/** Whether React has taken over the heading, which the server sends. Pages of the server itself have no script. Runs in the page. */
function isInteractive() {
  const heading = document.querySelector('h1')
  const isOfSite = document.getElementById('root') !== null
  return !isOfSite || (heading !== null && Object.keys(heading).some(key => key.startsWith('__react')))
}

async function aTab(context: BrowserContext, siteUrl: string, expects: Visitor['expects']): Promise<Visitor> {
  const page = await context.newPage()
  return {
    page,
    context,
    expects,
    async post(path, body) {
      // Not `context.request`, which would use the proxy of the browser.
      const calls = await request.newContext({ baseURL: siteUrl, storageState: await context.storageState() })
      const reply = await calls.post(path, { data: body, headers: { origin: new URL(siteUrl).origin } })
      if (!reply.ok()) throw new Error(`POST ${path}: ${reply.status()} ${await reply.text()}`)
      await context.addCookies((await calls.storageState()).cookies)
      await calls.dispose()
    },
    async open(path) {
      // A redirect of the page itself at this moment, such as that after signing in, cancels the opening.
      await page.goto(path).catch(error => {
        if (!/ERR_ABORTED/.test(error.message)) throw error
        return page.goto(path)
      })
      await page.waitForFunction(isInteractive)
    },
    field: name => page.getByLabel(name, { exact: true }),
    press: name => click(page.getByRole('button', { name, exact: typeof name === 'string' })),
    follow: name => click(page.getByRole('link', { name, exact: true }).first()),
    sees: text => page.getByText(text).first().waitFor(),
    heading: name => page.getByRole('heading', { name, exact: true }).waitFor(),
    comesTo: path => page.waitForURL(path),
    anotherTab: () => aTab(context, siteUrl, expects),
  }
}
