import { test as base, expect } from '@playwright/test'
import { type FaultyProxy, startFaultyProxy } from './faulty-proxy.ts'
import { type Product, sharedProduct, startProduct } from './product.ts'
import { type Connection, DESKTOP, openBrowser, type Visitor } from './visitor.ts'

/** Whether this run tries everything. `npm run test:long` sets it; the gate does not, so that it stays short. */
export const CHECKS_ALL = process.env.TEST_SCOPE === 'all'

/** A journey that the gate leaves out: another one shows most of what it shows, or it measures how much fits into a page. */
export const LONG = { tag: '@long' }

/** Opens a browser profile. Unexpected errors in it fail the test at its end. */
export type AVisitor = (viewport?: typeof DESKTOP, connection?: Partial<Connection>) => Promise<Visitor>

type Fixtures = { aVisitor: AVisitor; faultyProxy: FaultyProxy }

type WorkerFixtures = {
  /** For files that cannot use the product that all tests share. `['demo']` for one with demo data. */
  ownProduct: { args?: string[]; environment?: Record<string, string> } | null
  product: Pick<Product, 'url' | 'dataDir'>
}

export const test = base.extend<Fixtures, WorkerFixtures>({
  ownProduct: [null, { option: true, scope: 'worker' }],
  product: [
    async ({ ownProduct }, use) => {
      if (!ownProduct) return use(sharedProduct)
      const product = await startProduct(ownProduct.environment, ownProduct.args)
      await use(product)
      await product.stop()
    },
    { scope: 'worker' },
  ],
  // Uses the proxy because browsers are closed before it.
  async aVisitor({ browser, product, faultyProxy: _ }, use) {
    const opened: Awaited<ReturnType<typeof openBrowser>>[] = []
    await use(async (viewport = DESKTOP, connection = {}) => {
      const one = await openBrowser(browser, viewport, { siteUrl: product.url, ...connection })
      opened.push(one)
      return one.visitor
    })
    for (const { visitor } of opened) await visitor.context.close()
    expect(
      opened.flatMap(({ errors }) => errors()),
      'errors in the browser',
    ).toEqual([])
  },
  async faultyProxy({}, use) {
    const proxy = await startFaultyProxy()
    await use(proxy)
    proxy.stop()
  },
})
