import axe from 'axe-core'
import { type BrowserContext, chromium, type Locator, type Page } from 'playwright-core'
import { afterAll, expect, inject, onTestFinished } from 'vitest'
import { watchForFaults } from './faults.ts'

export const PHONE = { width: 390, height: 844 }
export const DESKTOP = { width: 1280, height: 800 }

const product = inject('product')
const browser = await chromium.connect(inject('browser').endpoint)
afterAll(() => browser.close())

/** A person at a tab of their browser. Whatever goes wrong in it unasked fails the journey at its end. */
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
  /** Waits until the tab has come to a path of the site. */
  comesTo(path: string): Promise<void>
  /** Opens another tab of the same browser. */
  anotherTab(): Promise<Visitor>
  /** Says that a fault, written as `watchForFaults` does, belongs to the journey: it may come, and must. */
  expects(fault: string | RegExp): void
  /** Nothing in the page as it is now keeps anybody out (WCAG 2.2 A and AA), in the light and in the dark. */
  isAccessible(): Promise<void>
}

type Connection = {
  /** Another product than the one of the whole run. */
  siteUrl?: string
  /** The line through which the browser reaches it (`aLine`). */
  line?: { url: string }
}

/** Opens a fresh browser profile. */
export async function aVisitor(viewport = DESKTOP, connection: Connection = {}): Promise<Visitor> {
  const { siteUrl = product.url, line } = connection
  const context = await browser.newContext({
    viewport,
    locale: 'en-US',
    baseURL: siteUrl,
    ...(line && { proxy: { server: line.url } }),
  })
  context.setDefaultTimeout(20_000)
  await context.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', event =>
      console.error(`content policy: ${event.violatedDirective} ${event.blockedURI}`),
    )
  })
  const { expects, found } = watchForFaults(context, siteUrl)
  onTestFinished(async () => {
    await context.close()
    expect(found(), 'faults in the browser').toEqual([])
  })
  return aTab(context, expects)
}

async function aTab(context: BrowserContext, expects: Visitor['expects']): Promise<Visitor> {
  const page = await context.newPage()
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
    comesTo: path => page.waitForURL(path),
    anotherTab: () => aTab(context, expects),
    async isAccessible() {
      await page.evaluate(axe.source)
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
        await page.evaluate(coloursSettled)
        expect(await barriersIn(page), `barriers at ${page.url()}, ${colorScheme}`).toEqual([])
      }
      await page.emulateMedia({ colorScheme: null, reducedMotion: null })
    },
  }
}

async function barriersIn(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(() =>
    (window as never as { axe: typeof axe }).axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
    }),
  )
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.html).join(' | ')}`)
}

/** Waits until every colour has become what it becomes in another theme. Runs in the page. */
async function coloursSettled() {
  const isChanging = () => document.getAnimations().some(one => one instanceof CSSTransition)
  do await new Promise(resolve => setTimeout(resolve, 50))
  while (isChanging())
}
