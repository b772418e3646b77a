import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { listOwnOffers, type OwnOffer } from '@blood-bank/contract/offers/endpoints'
import { anOwnOffer, aPage } from '@blood-bank/web/testing/builders'
import { replying } from '@blood-bank/web/testing/replies'
import { expect, type Locator } from '@playwright/test'
import { test as base } from './testing/journey.ts'
import { recordShifts, shiftOf } from './testing/layout-shifts.ts'
import { dialNothing } from './testing/page-states/actions.ts'
import { signInAs, stubReplies } from './testing/page-states/open.ts'
import { A_BLOOD_REQUEST, DONOR, idOf, LONG_HOSPITAL } from './testing/page-states/replies.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

/** The donor of the demo on a phone. */
const test = base.extend<{ donor: Visitor }>({
  async donor({ aVisitor, product }, use) {
    const donor = await aVisitor(PHONE)
    await signInAs(donor.context, product.url, 'donor')
    await use(donor)
  },
})
test.use({ ownProduct: { args: ['demo'] } })

const setTextSize = ({ page }: Visitor, size: string) =>
  page.evaluate(percent => document.documentElement.style.setProperty('font-size', percent), size)

const bottomOf = async (part: Locator) => {
  const { y, height } = (await part.boundingBox()) ?? { y: 0, height: 0 }
  return y + height
}

/** The most that the card of a request may take, with a deadline and a reason of two lines. */
const MAX_CARD_PX = 220

async function expectLowCards({ page }: Visitor) {
  const heights = await page
    .getByRole('article')
    .evaluateAll(cards => cards.map(card => [card.getBoundingClientRect().height, card.textContent] as const))
  expect(heights.length).toBeGreaterThan(1)
  expect(heights.filter(([height]) => height > MAX_CARD_PX)).toEqual([])
}

const GIVES_TO_ALL = { ...DONOR, bloodGroup: 'O-' as const }

const asDonor = (donor: typeof DONOR | null, ...offers: OwnOffer[]) => [
  replying(readOwnDonor, { donor }),
  replying(listOwnOffers, aPage(offers)),
]

for (const [whom, shows, replies] of [
  ['a donor', 'I can donate', asDonor(GIVES_TO_ALL)],
  ['a member without a profile', 'Register as Donor first', asDonor(null)],
  ['a donor who has offered', 'You offered to donate at', asDonor(GIVES_TO_ALL, anOwnOffer())],
] as const)
  test(`${whom} sees three requests of the demo at once, below what is said to them`, async ({ donor }) => {
    await stubReplies(donor.page, replies)
    await donor.open('/view-requests')
    await donor.sees(shows)
    const shortcuts = await donor.page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox()
    const third = donor.page.getByRole('article').nth(2)
    // Whoever can give has to see what to press, no less.
    const part = shows === 'I can donate' ? third.getByText(shows) : third
    expect(await bottomOf(part)).toBeLessThan(shortcuts?.y ?? 0)
    await expectLowCards(donor)
  })

test('each request is low, whatever its hospital is called', async ({ donor }) => {
  const named = { ...A_BLOOD_REQUEST, hospitalName: LONG_HOSPITAL }
  await stubReplies(donor.page, [
    ...asDonor(DONOR),
    replying(listActiveBloodRequests, aPage([named, { ...named, id: idOf(12), requiredBloodGroup: 'AB-' }])),
  ])
  await donor.open('/view-requests')
  await donor.sees('I can donate')
  await expectLowCards(donor)
})

/** The most that two lines of a donor take, with a button beside them and without. */
const MAX_DONOR_PX = { card: 72, line: 62 }

test('each donor of the demo takes two lines, and a press shows what they do', async ({ donor }) => {
  await donor.open('/find-donors?bloodGroup=B%2B')
  const found = donor.page.getByRole('region', { name: 'Available Donors: B+' }).getByRole('article')
  await found
    .filter({ hasText: /From [A-Z]/ })
    .first()
    .waitFor()
  for (const one of await found.all()) {
    const max = (await one.getByText('Call').count()) > 0 ? MAX_DONOR_PX.card : MAX_DONOR_PX.line
    expect((await one.boundingBox())?.height, await one.innerText()).toBeLessThanOrEqual(max)
  }
  const work = 'Electrical and Electronic Engineering'
  const about = found.getByText(work).first()
  expect(await about.isVisible()).toBe(false)
  await found.filter({ hasText: work }).first().locator('summary').click()
  const isWhole = () => about.evaluate(({ parentElement: p }) => p !== null && p.scrollWidth <= p.clientWidth)
  expect(await about.isVisible()).toBe(true)
  expect(await isWhole()).toBe(true)
})

test('nothing moves on Find Donors while its scripts and donors arrive, nor at a jump to its end', async ({
  donor,
}) => {
  const { page } = donor
  await recordShifts(donor)
  // Later than what is painted first.
  await page.route(/\.js$|\/api\/donors\/compatible/, async route => {
    await new Promise(resolve => setTimeout(resolve, 300))
    await route.continue()
  })
  for (const width of [390, 1280])
    for (const [group, shown] of [
      ['AB-', 'Donors of other groups who can give to AB−'],
      ['O%2B', 'Available Donors: O+'],
    ]) {
      // The footer is in sight below a short list.
      await page.setViewportSize({ width, height: 900 })
      const isLive = page.waitForRequest('**/api/live*')
      await donor.open(`/find-donors?bloodGroup=${group}`)
      await isLive
      await page.getByRole('region', { name: shown }).getByRole('article').first().waitFor()
      // At a jump to the end of the page, too.
      const others = page.getByRole('region', { name: /^Donors of other/ })
      await others.scrollIntoViewIfNeeded()
      await others.getByRole('article').first().waitFor()
      // The typeface comes later, and its stand-in is a pixel wider here and there.
      expect(await shiftOf(donor), `${group} at ${width} px`).toBeCloseTo(0, 2)
    }
})

test('whom a coordinator calls, what can come of it and the next donor are in sight on a phone', async ({
  aVisitor,
  product,
}) => {
  const coordinator = await aVisitor({ width: 360, height: 740 })
  await signInAs(coordinator.context, product.url, 'coordinator')
  const { page } = coordinator
  await coordinator.open('/call-donors?bloodGroup=O%2B')
  await page.evaluate(dialNothing)
  const shortcuts = await page.getByRole('navigation', { name: 'Shortcuts' }).boundingBox()
  /** That it is above the bar at the window's end, once the page has stopped scrolling. */
  const expectInSight = async (part: Locator) => {
    await expect(part).toBeInViewport({ ratio: 1 })
    await expect.poll(() => bottomOf(part)).toBeLessThan(shortcuts?.y ?? 0)
  }
  const cards = page.getByRole('article')
  await cards.nth(2).waitFor()
  for (const _ of ['the first', 'the next']) {
    const card = cards.filter({ has: page.getByRole('button', { name: 'Call' }) }).first()
    const name = await card.getByRole('heading').innerText()
    const next = page.getByRole('article', { name, exact: true }).locator('xpath=following::article').first()
    await card.getByRole('button', { name: 'Call' }).click()
    const called = page.getByRole('article', { name, exact: true })
    await called.getByRole('group', { name: `What did ${name} say?` }).waitFor()
    await expectInSight(called.getByRole('heading'))
    for (const result of await called.getByRole('group').getByRole('button').all())
      await expectInSight(result)
    await expectInSight(next.getByRole('heading'))
    const nextName = await next.getByRole('heading').innerText()
    await called.getByRole('button', { name: 'Not today' }).click()
    await coordinator.sees(`${name}: not today.`)
    await expectInSight(
      page.getByRole('article', { name: nextName, exact: true }).getByRole('button', { name: 'Call' }),
    )
  }
})

test('an open menu is gone when a device is turned and shows all entries in its bar', async ({ donor }) => {
  await donor.open('/dashboard')
  await donor.press('Menu')
  const open = donor.page.locator(':popover-open')
  await expect(open).toHaveCount(1)
  await donor.page.setViewportSize({ width: 1280, height: 800 })
  await expect(open).toHaveCount(0)
})

test('with text of twice the size, the bars of a phone break no word', async ({ donor }) => {
  await donor.page.setViewportSize({ width: 360, height: 740 })
  await donor.open('/dashboard')
  const shortcut = donor.page
    .getByRole('navigation', { name: 'Shortcuts' })
    .getByRole('link', { name: 'Dashboard' })
  await shortcut.waitFor()
  await setTextSize(donor, '200%')
  const linesOf = (link: Element) => {
    const text = document.createRange()
    text.selectNodeContents(link.lastChild as Node)
    return text.getClientRects().length
  }
  expect(await shortcut.evaluate(linesOf)).toBe(1)
  expect((await donor.page.getByRole('banner').boundingBox())?.height).toBeLessThan(140)
})
