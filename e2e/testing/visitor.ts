import axe from 'axe-core'
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, expect, inject, onTestFinished } from 'vitest'

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1280, height: 800 }

const product = inject('product')
const browser = await chromium.connect(inject('browser').endpoint)
afterAll(() => browser.close())

/** A person at a browser of their own. Whatever goes wrong in it unasked fails the journey at its end. */
export type Visitor = {
  page: Page
  context: BrowserContext
  /** Goes to a path of the site by its address. */
  open(path: string): Promise<void>
  field(name: string): Locator
  press(name: string | RegExp): Promise<void>
  follow(name: string): Promise<void>
  sees(text: string | RegExp): Promise<void>
  heading(name: string): Promise<void>
  /** Says that the next call to a path may be answered with this status. */
  expects(status: number, path: string): void
  /** Nothing in the page as it is now keeps anybody out (WCAG 2.2 A and AA). */
  isAccessible(): Promise<void>
}

/** Opens a fresh browser profile. */
export async function aVisitor(viewport = DESKTOP): Promise<Visitor> {
  const context = await browser.newContext({ viewport, locale: 'en-US', baseURL: product.url })
  context.setDefaultTimeout(20_000)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event =>
      console.error(`content policy: ${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  const page = await context.newPage()
  const { faults, expects } = watch(page)
  onTestFinished(async () => {
    await context.close()
    expect(faults, 'faults in the browser').toEqual([])
  })

  return {
    page,
    context,
    expects,
    async open(path) {
      await page.goto(path)
    },
    field: name => page.getByLabel(name, { exact: true }),
    press: name => page.getByRole('button', { name, exact: typeof name === 'string' }).click(),
    follow: name => page.getByRole('link', { name, exact: true }).first().click(),
    sees: text => page.getByText(text).first().waitFor(),
    heading: name => page.getByRole('heading', { name, exact: true }).waitFor(),
    async isAccessible() {
      await page.evaluate(axe.source)
      const { violations } = await page.evaluate(() =>
        (window as never as { axe: typeof axe }).axe.run(document, {
          runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
        }),
      )
      const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' | ')}`)
      expect(found, `barriers at ${page.url()}`).toEqual([])
    },
  }
}

/** Collects what must not happen: console errors, uncaught errors, policy violations, failed calls. */
function watch(page: Page) {
  const faults: string[] = []
  const expected: { status: number; path: string }[] = []
  const isExpected = (status: number, url: string) =>
    expected.some(one => one.status === status && new URL(url).pathname === one.path)

  page.on('pageerror', error => faults.push(`uncaught: ${error.message}`))
  page.on('console', message => {
    if (message.type() !== 'error') return
    // Chromium notes a refused call in the console; the call itself is judged below.
    if (message.text().startsWith('Failed to load resource')) return
    faults.push(`console: ${message.text()}`)
  })
  page.on('requestfailed', req => {
    if (req.failure()?.errorText !== 'net::ERR_ABORTED')
      faults.push(`failed: ${req.url()} ${req.failure()?.errorText}`)
  })
  page.on('response', res => {
    if (res.status() >= 400 && !isExpected(res.status(), res.url()))
      faults.push(`${res.status()}: ${res.url()}`)
  })
  return { faults, expects: (status: number, path: string) => void expected.push({ status, path }) }
}
