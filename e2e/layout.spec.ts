import { expect } from '@playwright/test'
import { LONG, test } from './testing/journey.ts'
import { leaveDataToBrowser, signInAs } from './testing/page-states/open.ts'
import { DONOR, listOf, OWN_OFFER, RECEIVED_OFFERS } from './testing/page-states/replies/offers.ts'
import { EMPTY_LIST } from './testing/page-states/replies/usual.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

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
    await leaveDataToBrowser(visitor.page)
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
      // Asked for again, it has no body.
      if (response.status() === 304) return route.fulfill({ response })
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
  ['a member without a profile', 'Register as Donor first', null, EMPTY_LIST],
  ['a donor who has offered', 'You offered to donate at', { ...DONOR, bloodGroup: 'O-' }, listOf(OWN_OFFER)],
] as const)
  test(
    `on a phone ${whom} sees four requests of the demo below what is said to them`,
    LONG,
    async ({ aVisitor, product }) => {
      const visitor = await aVisitor(PHONE)
      await signInAs(visitor.context, product.url, 'donor')
      await leaveDataToBrowser(visitor.page)
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

test(
  'with text of twice the size, the bars of a phone break no word',
  LONG,
  async ({ aVisitor, product }) => {
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
  },
)

test('a toast does not cover the title of a dialog on a phone', LONG, async ({ aVisitor, product }) => {
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

test(
  'on a phone of 360 px, the steps of a request stand on one line, and so does a button',
  LONG,
  async ({ aVisitor, product }) => {
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
  },
)

test('opening a menu does not move its button', LONG, async ({ aVisitor, product }) => {
  const visitor = await aVisitor(PHONE)
  const { page } = visitor
  await signInAs(visitor.context, product.url, 'donor')
  for (const path of ['/dashboard', '/view-requests']) {
    await visitor.open(path)
    const button = page.getByRole('article').getByRole('button', { name: 'More' }).first()
    // The page may be scrolled to it.
    const left = async () => (await button.boundingBox())?.x
    const before = await left()
    await button.click()
    await page.getByRole('menu').waitFor()
    expect(await left()).toBe(before)
  }
})

for (const width of [320, 390, 1280])
  test(
    `at ${width} px nothing moves when a donor comes while the owner is asked whether blood is still needed`,
    LONG,
    async ({ aVisitor, product }) => {
      const visitor = await aVisitor({ width, height: 844 })
      const { page } = visitor
      await signInAs(visitor.context, product.url, 'donor')
      await leaveDataToBrowser(page)
      const [offer] = RECEIVED_OFFERS.records
      const replyWith = (...offers: object[]) =>
        page.route('**/api/blood-requests/*/offers*', route => route.fulfill({ json: listOf(...offers) }))
      await replyWith()
      await visitor.open('/dashboard')
      await visitor.sees('No donor is asked by email until you say so.')
      const foot = page.getByRole('button', { name: 'Mark as Fulfilled' })
      const box = await foot.boundingBox()

      await replyWith({ ...offer })
      await page.reload()
      await page.getByRole('region', { name: 'Donors who offered' }).waitFor()
      await visitor.sees(/^Never pay or accept money for blood\./)
      expect(await foot.boundingBox()).toEqual(box)
    },
  )

test('nothing moves when the owner says that blood is still needed', LONG, async ({ aVisitor, product }) => {
  const visitor = await aVisitor(PHONE)
  const { page } = visitor
  await signInAs(visitor.context, product.url, 'donor')
  await ownRequestsAre(visitor, { confirmedAt: DAY, unconfirmedSince: DAY })
  await page.route('**/api/blood-requests/*/confirmations', async route => {
    await ownRequestsAre(visitor, { confirmedAt: DAY, unconfirmedSince: null })
    await route.fulfill({ json: {} })
  })
  await page.route('**/api/blood-requests/*/offers*', route => route.fulfill({ json: EMPTY_LIST }))
  await visitor.open('/dashboard')
  const foot = page.getByRole('button', { name: 'Mark as Fulfilled' })
  await page.getByRole('button', { name: 'Still needed' }).waitFor()
  const box = await foot.boundingBox()
  await visitor.press('Still needed')
  await visitor.sees('Thank you. We ask donors by email again.')
  await page.getByRole('button', { name: 'Still needed' }).waitFor({ state: 'detached' })
  expect(await foot.boundingBox()).toEqual(box)
})

for (const [what, fontSize, fullName] of [
  [
    'with a name of three lines',
    '100%',
    'Mohammad Abdullah Al Mamun Ashraful Islam Chowdhury Bhuiyan Sarkar',
  ],
  ['and letters have twice the size', '200%', 'Mitu Das'],
] as const)
  test(`on a phone nothing moves when a donor comes ${what}`, LONG, async ({ aVisitor, product }) => {
    const visitor = await aVisitor(PHONE)
    const { page } = visitor
    await signInAs(visitor.context, product.url, 'donor')
    await ownRequestsAre(visitor, { confirmedAt: DAY, unconfirmedSince: null })
    const [offer] = RECEIVED_OFFERS.records
    const replyWith = (...offers: object[]) =>
      page.route('**/api/blood-requests/*/offers*', route => route.fulfill({ json: listOf(...offers) }))
    const foot = page.getByRole('button', { name: 'Mark as Fulfilled' })
    const boxOfFoot = async (sees: RegExp) => {
      await visitor.open('/dashboard')
      await page.evaluate(size => document.documentElement.style.setProperty('font-size', size), fontSize)
      await visitor.sees(sees)
      return foot.boundingBox()
    }
    await replyWith()
    const box = await boxOfFoot(/^Answers appear here by themselves/)
    await replyWith({ ...offer, donor: { fullName, bloodGroup: 'O-', contactNumber: '01912-345678' } })
    expect(await boxOfFoot(/^Never pay or accept money for blood\./)).toEqual(box)
  })

const DAY = '2026-11-20T10:00:00.000Z'

/** Changes the requests of the actor. */
async function ownRequestsAre({ page }: Visitor, changes: object) {
  await leaveDataToBrowser(page)
  const { records, ...rest } = await (await page.request.get('/api/blood-requests/mine')).json()
  const json = { ...rest, records: records.map((record: object) => ({ ...record, ...changes })) }
  await page.route(
    ({ pathname }) => pathname === '/api/blood-requests/mine',
    route => route.fulfill({ json }),
  )
}

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
