import { expect, type Page } from '@playwright/test'
import { findAxeViolations } from './testing/checks/axe.ts'
import { findMotion } from './testing/checks/motion.ts'
import { findOverflow } from './testing/checks/overflow.ts'
import { findSmallTargets } from './testing/checks/targets.ts'
import { WIDTHS } from './testing/checks/widths.ts'
import { CHECKS_ALL, test } from './testing/journey.ts'
import { PAGE_STATES } from './testing/page-states/all-states.ts'
import { leaveDataToBrowser, openPageState, signInAs } from './testing/page-states/open.ts'
import type { PageState } from './testing/page-states/page-state.ts'
import { listRoutes } from './testing/routes.ts'
import { PHONE } from './testing/visitor.ts'

/** How many rows of a table, or cards of a list, are checked. */
const CHECKED = 4

/**
 * Shortens the lists that the server sends, and leaves their totals. The records left out would be like the first ones, and
 * take up to nine tenths of the time.
 */
async function shortenLists(page: Page): Promise<void> {
  await leaveDataToBrowser(page)
  await page.route(isCallOfList, async route => {
    if (route.request().method() !== 'GET') return route.fallback()
    const response = await route.fetch()
    const json = await response.json().catch(() => null)
    if (!Array.isArray(json?.records)) return route.fulfill({ response })
    return route.fulfill({ response, json: { ...json, records: json.records.slice(0, CHECKED), next: null } })
  })
}

/** The stream of live updates has no end. */
const isCallOfList = ({ pathname }: URL) => pathname.startsWith('/api/') && pathname !== '/api/live'

test.use({ ownProduct: { args: ['demo'] } })

test('every route has a page state, and each has a name of its own', async () => {
  expect(IN_GATE.filter(name => PAGE_STATES.every(state => state.name !== name))).toEqual([])
  const names = PAGE_STATES.map(({ as, name }) => `${as}, ${name}`)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  const shown = PAGE_STATES.map(pageOf)
  const isShown = (route: string) => {
    const pattern = new RegExp(`^${route.replaceAll(/:\w+/g, '[^/]+')}$`)
    return shown.some(page => pattern.test(page))
  }
  expect((await listRoutes()).filter(route => !isShown(route))).toEqual([])
})

const pageOf = ({ path }: PageState) => path.replace(/[?#].*/, '').replace(/^\/r\/.*/, '/r/:code')

/** The gate checks the pages that are used most, and the long tests every state. */
const IN_GATE = ['landing', 'dashboard', 'view-requests', 'post-request', 'admin-donors']
const checked = CHECKS_ALL ? PAGE_STATES : PAGE_STATES.filter(({ name }) => IN_GATE.includes(name))

/** The gate runs the checks that take long at the width at which a page is mostly used. */
const runsAllChecksAt = (width: string, state: PageState) =>
  CHECKS_ALL || width === (pageOf(state).startsWith('/admin') ? '1280 px' : '390 px')

for (const state of checked)
  test(`${state.as}, ${state.name}: it is accessible at every width and in both themes`, async ({
    aVisitor,
    product,
  }) => {
    const visitor = await aVisitor(PHONE)
    for (const error of state.expectedErrors ?? []) visitor.expects(error)
    await signInAs(visitor.context, product.url, state.as)
    const { page } = visitor
    if (!CHECKS_ALL) await shortenLists(page)
    await openPageState(page, state, visitor.expects)
    const found: string[] = []
    for (const { name, set, ...width } of WIDTHS) {
      await set(page)
      const runsAllChecks = width.runsAllChecks && runsAllChecksAt(name, state)
      const findings = [
        ...(runsAllChecks ? await findAxeViolations(page) : []),
        ...(await findOverflow(page)),
        ...(runsAllChecks ? await findSmallTargets(page) : []),
      ]
      found.push(...findings.map(finding => `${name}: ${finding}`))
    }
    found.push(...(await findMotion(page)))
    expect(found).toEqual([])
  })
