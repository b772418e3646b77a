import { expect, type Page, type Route } from '@playwright/test'
import { LONG, test } from './testing/journey.ts'
import { signInAs } from './testing/page-states/open.ts'
import { DONOR, listOf, OWN_OFFER, RECEIVED_OFFERS } from './testing/page-states/replies/offers.ts'
import { EMPTY_LIST } from './testing/page-states/replies/usual.ts'
import { REPORT_CALLS } from './testing/page-states/reports.ts'
import { DESKTOP, PHONE, type Visitor } from './testing/visitor.ts'

test.use({ ownProduct: { args: ['demo'] } })

/** The most that the card of one may take, also with a long name. */
const MAX_CARD_PX = 200

test(
  'on a phone four requests of the demo are in sight with what to press, and each is low, whether one can give to them or not',
  LONG,
  async ({ aVisitor, product }) => {
    const visitor = await aVisitor(PHONE)
    await signInAs(visitor.context, product.url, 'donor')
    const donor = { ...DONOR, bloodGroup: 'O-' }
    for (const [address, json] of [
      ['**/api/donors/mine', { donor }],
      ['**/api/offers/mine*', EMPTY_LIST],
    ] as const)
      await visitor.page.route(address, route => route.fulfill({ json }))
    await visitor.open('/view-requests')
    const toGiveTo = visitor.page.getByRole('article').filter({ hasText: 'I can donate' })
    await toGiveTo.nth(3).waitFor()
    const fourth = await visitor.page.getByRole('article').nth(3).getByText('I can donate').boundingBox()
    const shortcuts = await visitor.page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox()
    expect((fourth?.y ?? 0) + (fourth?.height ?? 0)).toBeLessThan(shortcuts?.y ?? 0)
    expect(await toGiveTo.count()).toBeGreaterThan(5)
    await expectLowCards(visitor)

    await visitor.page.route(isActiveList, async route => {
      const response = await route.fetch()
      const json = await response.json()
      const records = json.records.map((record: object) => ({ ...record, hospitalName: LONG_HOSPITAL }))
      await route.fulfill({ response, json: { ...json, records } })
    })
    await visitor.page.reload()
    await toGiveTo.nth(3).waitFor()
    await visitor.page.getByRole('article').filter({ hasText: 'Your request' }).first().waitFor()
    await expectLowCards(visitor)
  },
)

for (const [whom, notice, donor, offers] of [
  ['a member without a profile', 'Register as a donor first', null, EMPTY_LIST],
  ['a donor who has offered', 'You offered to donate at', { ...DONOR, bloodGroup: 'O-' }, listOf(OWN_OFFER)],
] as const)
  test(
    `on a phone ${whom} sees four requests of the demo below what is said to them`,
    LONG,
    async ({ aVisitor, product }) => {
      const visitor = await aVisitor(PHONE)
      await signInAs(visitor.context, product.url, 'donor')
      await visitor.page.route('**/api/donors/mine', route => route.fulfill({ json: { donor } }))
      await visitor.page.route('**/api/offers/mine*', route => route.fulfill({ json: offers }))
      await visitor.open('/view-requests')
      await visitor.page.getByText(notice).waitFor()
      const fourth = await visitor.page.getByRole('article').nth(3).boundingBox()
      const shortcuts = await visitor.page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox()
      expect((fourth?.y ?? 0) + (fourth?.height ?? 0)).toBeLessThan(shortcuts?.y ?? 0)
    },
  )

const LONG_HOSPITAL = 'National Institute of Traumatology and Orthopaedic Rehabilitation '
  .repeat(3)
  .slice(0, 160)

const isActiveList = ({ pathname }: URL) => pathname === '/api/blood-requests'

async function expectLowCards({ page }: Visitor) {
  const heights = await page
    .getByRole('article')
    .evaluateAll(cards => cards.map(card => [card.getBoundingClientRect().height, card.textContent] as const))
  expect(heights.filter(([height]) => height > MAX_CARD_PX)).toEqual([])
}

/** The most that two lines of a donor take, with a button beside them and without. */
const MAX_DONOR_PX = { card: 72, line: 62 }

test(
  'on a phone each donor of the demo takes two lines, and a press shows what is cut off',
  LONG,
  async ({ aVisitor, product }) => {
    const visitor = await aVisitor(PHONE)
    await signInAs(visitor.context, product.url, 'donor')
    await visitor.open('/find-donors?bloodGroup=B%2B')
    const donors = visitor.page.getByRole('region', { name: 'Available Donors: B+' }).getByRole('article')
    const later = donors.filter({ hasText: /From [A-Z]/ })
    await later.first().waitFor()
    for (const donor of await donors.all()) {
      const max = (await donor.getByText('Call').count()) > 0 ? MAX_DONOR_PX.card : MAX_DONOR_PX.line
      expect((await donor.boundingBox())?.height, await donor.innerText()).toBeLessThanOrEqual(max)
    }
    const about = donors.getByText('Electrical and Electronic Engineering').first()
    const isWhole = () =>
      about.evaluate(({ parentElement: p }) => p !== null && p.scrollWidth <= p.clientWidth)
    expect(await isWhole()).toBe(false)
    await about.click()
    expect(await isWhole()).toBe(true)
  },
)

/** The most that a row of an admin's table may take: two lines and a button on a phone. */
const ROWS = [
  { device: 'a phone', width: 390, maxHeight: 90 },
  { device: 'a narrow desk', width: 1024, maxHeight: 56 },
  { device: 'a desk', width: 1280, maxHeight: 56 },
  { device: 'a wide desk', width: 1440, maxHeight: 56 },
]

/** The longest texts that forms accept, without a blank where a line could end. */
const LONGEST = {
  fullName: 'W'.repeat(120),
  email: `${'m'.repeat(64)}@${'university.'.repeat(16)}edu`,
  universityId: 'W'.repeat(60),
  department: 'W'.repeat(120),
  patientName: 'W'.repeat(120),
  hospitalName: 'W'.repeat(160),
  hospitalLocation: 'W'.repeat(200),
  contactPerson: 'W'.repeat(120),
  additionalInfo: 'W'.repeat(2000),
}
const SUSPENDED = { reason: 'other', note: 'W'.repeat(500), at: '2026-11-03T10:00:00.000Z' }
const DONOR_NAMES = { fullName: 'Mohammad Ashraful Islam Chowdhury', email: 'ashraful@example.edu' }

/** Replaces texts of the first records of an admin list. */
const listTexts = (page: Page, texts: object) =>
  page.route(/\/api\/admin\/[\w-]+\?/, async route => {
    const response = await route.fetch()
    const json = await response.json()
    const records = json.records.slice(0, 5).map((record: object) => ({ ...record, ...texts }))
    await route.fulfill({ response, json: { ...json, records, next: null } })
  })

const LONG_LISTS = [
  { path: '/admin/donors', texts: { ...LONGEST, isVerified: false } },
  { path: '/admin/donors', texts: { ...DONOR_NAMES, isVerified: false } },
  { path: '/admin/requests', texts: { ...LONGEST, status: 'active', hiddenAt: '2026-11-03T10:00:00.000Z' } },
  { path: '/admin/users', texts: { ...LONGEST, suspension: SUSPENDED } },
]

test('rows of the admin lists are low, whatever they say', LONG, async ({ aVisitor, product }) => {
  const visitor = await aVisitor(DESKTOP)
  const { page } = visitor
  await signInAs(visitor.context, product.url, 'admin')
  const found: string[] = []
  for (const { path, texts } of LONG_LISTS) {
    await listTexts(page, texts)
    await visitor.open(path)
    const rows = page.locator('tbody').getByRole('row')
    for (const { device, width, maxHeight } of ROWS) {
      await page.setViewportSize({ ...DESKTOP, width })
      await rows.nth(4).waitFor()
      for (const row of await rows.all()) {
        const height = (await row.boundingBox())?.height ?? 0
        if (height > maxHeight) found.push(`${path} on ${device}: ${height} px, ${await row.innerText()}`)
      }
    }
    await page.unrouteAll({ behavior: 'wait' })
  }
  expect(found).toEqual([])
})

test(
  'a long name is whole in the opened row on a phone, and in a tooltip at a desk',
  LONG,
  async ({ aVisitor, product }) => {
    const visitor = await aVisitor(PHONE)
    const { page } = visitor
    await signInAs(visitor.context, product.url, 'admin')
    await listTexts(page, LONGEST)
    await visitor.open('/admin/donors')
    const name = page.getByRole('rowheader').getByText(LONGEST.fullName).first()
    const shownHeight = async () => (await name.locator('..').boundingBox())?.height ?? 0
    await name.waitFor()
    expect(await shownHeight()).toBeLessThan(30)
    await page.getByRole('button', { name: 'Details' }).first().click()
    await expect.poll(shownHeight).toBeGreaterThan(100)
    await page.setViewportSize(DESKTOP)
    await page.getByRole('rowheader').getByRole('button', { name: LONGEST.fullName }).first().focus()
    await page.getByRole('tooltip').getByText(LONGEST.email).waitFor()
    await page.unrouteAll({ behavior: 'wait' })
  },
)

test(
  'the menu of a row stays inside a small window with text of twice the size',
  LONG,
  async ({ aVisitor, product }) => {
    const visitor = await aVisitor({ width: 320, height: 400 })
    const { page } = visitor
    await signInAs(visitor.context, product.url, 'admin')
    await visitor.open('/admin/donors')
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    await page.getByRole('button', { name: 'More' }).first().click()
    await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 })
    await page.keyboard.press('End')
    await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toBeInViewport({ ratio: 1 })
    await page.getByRole('menuitem', { name: 'Deactivate' }).click()
    await page.getByRole('alertdialog').waitFor()
  },
)

test('with text of twice the size, the bars of a phone break no word', async ({ aVisitor, product }) => {
  const visitor = await aVisitor({ width: 360, height: 740 })
  const { page } = visitor
  await signInAs(visitor.context, product.url, 'donor')
  await visitor.open('/dashboard')
  const shortcut = page
    .getByRole('navigation', { name: 'Shortcuts' })
    .getByRole('link', { name: 'Dashboard' })
  await shortcut.waitFor()
  const linesOf = (link: Element) => {
    const text = document.createRange()
    text.selectNodeContents(link.lastChild as Node)
    return text.getClientRects().length
  }
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  expect(await shortcut.evaluate(linesOf)).toBe(1)
  const { height = 0 } = (await page.getByRole('banner').boundingBox()) ?? {}
  expect(height).toBeLessThan(140)
})

test('a toast does not cover the title of a dialog on a phone', async ({ aVisitor, product }) => {
  const visitor = await aVisitor({ width: 360, height: 740 })
  const { page } = visitor
  await visitor.context.grantPermissions(['clipboard-write'])
  await signInAs(visitor.context, product.url, 'donor')
  await visitor.open('/dashboard')
  await page
    .getByRole('button', { name: /^Copy \d/ })
    .first()
    .click()
  await page
    .getByRole('status')
    .getByText(/^Copied/)
    .waitFor()
  await page.getByRole('button', { name: 'Mark as Fulfilled' }).click()
  const dialog = page.getByRole('alertdialog')
  await dialog.waitFor()
  await dialog.evaluate(async element => {
    await Promise.all(element.getAnimations().map(animation => animation.finished))
  })
  const title = await dialog.getByRole('heading').boundingBox()
  const toast = await dialog.getByRole('button', { name: 'Dismiss' }).boundingBox()
  expect((toast?.y ?? 740) + (toast?.height ?? 0)).toBeLessThan(title?.y ?? 0)
})

test('on a phone of 360 px, the steps of a request stand on one line, and so does a button', async ({
  aVisitor,
  product,
}) => {
  const visitor = await aVisitor({ width: 360, height: 740 })
  const { page } = visitor
  await signInAs(visitor.context, product.url, 'donor')
  await visitor.open('/dashboard')
  const steps = page.getByRole('listitem').filter({ hasText: /^(posted|gave blood)/ })
  await expect(steps).toHaveCount(2)
  const tops = await steps.evaluateAll(items => items.map(item => item.getBoundingClientRect().top))
  expect(tops[0]).toBe(tops[1])
  const dispute = await page.getByRole('button', { name: 'This did not happen' }).first().boundingBox()
  expect(dispute?.height).toBeLessThan(48)
})

test('on a phone, many failures take less than half of the window, and one can scroll through them', async ({
  aVisitor,
  product,
}) => {
  const visitor = await aVisitor(PHONE)
  const { page } = visitor
  await signInAs(visitor.context, product.url, 'admin')
  await visitor.open('/admin/donors?isVerified=false')
  visitor.expects(/^lost PATCH .*verification$/)
  const sent: Route[] = []
  await page.route('**/verification', route => {
    sent.push(route)
  })
  const verify = page.getByRole('button', { name: 'Verify', exact: true })
  for (let pressed = 0; pressed < 8; pressed++) await verify.first().click()
  await expect.poll(() => sent.length).toBe(8)
  await Promise.all(sent.map(route => route.abort()))
  const notices = page.getByRole('alert')
  await expect(notices).toHaveCount(8)
  const [first, second] = await Promise.all([notices.nth(0).boundingBox(), notices.nth(1).boundingBox()])
  expect((first?.y ?? 0) + (first?.height ?? 0)).toBeLessThan(second?.y ?? 0)
  expect(first?.y).toBeGreaterThan(PHONE.height / 2)
  await notices.nth(7).scrollIntoViewIfNeeded()
  await expect(notices.nth(7)).toBeInViewport({ ratio: 1 })
})

for (const width of [320, 390, 1280])
  test(
    `at ${width} px nothing moves when a donor comes while the owner is asked whether blood is still needed`,
    width === 390 ? {} : LONG,
    async ({ aVisitor, product }) => {
      const visitor = await aVisitor({ width, height: 844 })
      const { page } = visitor
      await signInAs(visitor.context, product.url, 'donor')
      const [offer] = RECEIVED_OFFERS.records
      const replyWith = (...offers: object[]) =>
        page.route('**/api/blood-requests/*/offers*', route => route.fulfill({ json: listOf(...offers) }))
      await replyWith()
      await visitor.open('/dashboard')
      await visitor.sees('Is blood still needed? No donor is asked by email until you say so.')
      const foot = page.getByRole('button', { name: 'Mark as Fulfilled' })
      const box = await foot.boundingBox()

      await replyWith({ ...offer })
      await page.reload()
      await page.getByRole('region', { name: 'Donors who offered' }).waitFor()
      await visitor.sees(/^Never pay or accept money for blood\./)
      expect(await foot.boundingBox()).toEqual(box)
    },
  )

test(
  'with large text on a phone, Search stands below the blood group, not beside its label',
  LONG,
  async ({ aVisitor, product }) => {
    const visitor = await aVisitor(PHONE)
    const { page } = visitor
    await signInAs(visitor.context, product.url, 'donor')
    await visitor.open('/find-donors')
    await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
    const [field, button] = await Promise.all([
      page.getByLabel('Blood Group').boundingBox(),
      page.getByRole('button', { name: 'Search' }).boundingBox(),
    ])
    expect(button?.y).toBeGreaterThan((field?.y ?? 0) + (field?.height ?? 0))
  },
)

test('an admin has the button in sight with what there is to decide', LONG, async ({ aVisitor, product }) => {
  const visitor = await aVisitor(DESKTOP)
  const { page } = visitor
  await signInAs(visitor.context, product.url, 'admin')
  for (const [address, json] of Object.entries(REPORT_CALLS))
    await page.route(address, route => route.fulfill({ json }))
  await visitor.open('/admin/reports')
  await page.getByRole('button', { name: 'Open' }).first().click()
  const lastChoice = page.getByRole('radio').last()
  await lastChoice.check()
  await expect(lastChoice).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Decide' })).toBeInViewport({ ratio: 1 })
})
