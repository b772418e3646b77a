import { expect, type Page } from '@playwright/test'
import { test as base } from './testing/journey.ts'
import { leaveDataToBrowser, signInAs, stubReplies } from './testing/page-states/open.ts'
import { REPORT_REPLIES } from './testing/page-states/reports.ts'
import { DESKTOP, PHONE, type Visitor } from './testing/visitor.ts'

/** The admin of the demo. */
const test = base.extend<{ openAsAdmin: (viewport: typeof PHONE) => Promise<Visitor> }>({
  openAsAdmin: ({ aVisitor, product }, use) =>
    use(async viewport => {
      const admin = await aVisitor(viewport)
      await signInAs(admin.context, product.url, 'admin')
      return admin
    }),
})
test.use({ ownProduct: { args: ['demo'] } })

/** The most that a row of an admin's table may take: two lines and a row of buttons on a phone. */
const ROWS = [
  { device: 'a phone', width: 390, maxHeight: 150 },
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
async function listTexts(page: Page, texts: object) {
  await leaveDataToBrowser(page)
  await page.route(/\/api\/admin\/[\w-]+\?/, async route => {
    const response = await route.fetch()
    const json = await response.json()
    const records = json.records.slice(0, 5).map((record: object) => ({ ...record, ...texts }))
    await route.fulfill({ response, json: { ...json, records, next: null } })
  })
}

const LONG_LISTS = [
  { path: '/admin/donors', texts: { ...LONGEST, isVerified: false } },
  { path: '/admin/donors', texts: { ...DONOR_NAMES, isVerified: false } },
  { path: '/admin/requests', texts: { ...LONGEST, status: 'active', hiddenAt: '2026-11-03T10:00:00.000Z' } },
  { path: '/admin/requests', texts: { status: 'active', heldBackAt: '2026-11-03T10:00:00.000Z' } },
  { path: '/admin/users', texts: { ...LONGEST, suspension: SUSPENDED } },
  { path: '/admin/users', texts: { ...LONGEST, coordinator: { hallId: null, until: '2027-03-01' } } },
  { path: '/admin/users', texts: { emailVerified: false, isSecondAccount: true } },
]

test('rows of the admin lists are low, whatever they say', async ({ openAsAdmin }) => {
  const visitor = await openAsAdmin(DESKTOP)
  const { page } = visitor
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

/** What the specification names, of the first rows and of the overview. */
const NAMED = [
  ['/admin/overview', 'link', [/^Donors \d/, /^Users \d/, /^Active \d/, /^Fulfilled \d/, /^Cancelled \d/]],
  ['/admin/requests?status=active', 'button', ['Mark as Fulfilled', 'Cancel Request']],
  ['/admin/donors?isVerified=false', 'button', ['Verify']],
  ['/admin/users', 'button', ['Edit Role']],
] as const

test('the counts, and the buttons of a row, are in the first window of a phone and of a desk', async ({
  openAsAdmin,
}) => {
  for (const viewport of [PHONE, DESKTOP]) {
    const visitor = await openAsAdmin(viewport)
    for (const [path, role, names] of NAMED) {
      await visitor.open(path)
      for (const name of names)
        await expect(visitor.page.getByRole(role, { name, exact: true }).first()).toBeInViewport({ ratio: 1 })
    }
  }
})

test('many donors are verified after one question, and one line with Undo is left of their rows', async ({
  openAsAdmin,
}) => {
  const visitor = await openAsAdmin(DESKTOP)
  const { page } = visitor
  await visitor.open('/admin/donors?isVerified=false&isProfileActive=true')
  await page.getByRole('checkbox', { name: /^Select all \d+ to verify$/ }).check()
  await page.getByRole('button', { name: /^Verify \d+$/ }).click()
  await page
    .getByRole('alertdialog')
    .getByRole('button', { name: /^Verify \d+$/ })
    .click()
  await visitor.sees(/^\d+ donors are Verified\.$/)
  await page.getByRole('table').waitFor({ state: 'detached' })
  await visitor.press('Undo')
  await visitor.sees(/^\d+ donors are Not Verified again\.$/)
  await page.getByRole('rowheader').first().waitFor()
  await visitor.open('/admin/audit-log')
  await visitor.sees(/marked \d+ donors as Verified/)
})

test('the menu of a row stays inside a small window with text of twice the size', async ({ openAsAdmin }) => {
  const visitor = await openAsAdmin({ width: 320, height: 400 })
  const { page } = visitor
  await visitor.open('/admin/donors')
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'))
  await page.getByRole('button', { name: 'More' }).first().click()
  await expect(page.getByRole('menu')).toBeInViewport({ ratio: 1 })
  await page.keyboard.press('End')
  await expect(page.getByRole('menuitem', { name: 'Deactivate' })).toBeInViewport({ ratio: 1 })
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  await page.getByRole('alertdialog').waitFor()
})

/** What the margins leave of A4. */
const PAPER = { width: 680, height: 1009 }

test('printed, an admin list has every column and every row that is loaded', async ({ openAsAdmin }) => {
  const visitor = await openAsAdmin(DESKTOP)
  const { page } = visitor
  await leaveDataToBrowser(page)
  await page.route(/\/api\/admin\/donors\?/, async route => {
    const response = await route.fetch()
    const { records, ...rest } = await response.json()
    const json = { ...rest, next: null, records: [] as object[] }
    for (let n = 0; n < 4; n++)
      json.records.push(...records.map((record: { id: string }) => ({ ...record, id: `${record.id}${n}` })))
    await route.fulfill({ response, json })
  })
  await visitor.open('/admin/donors')
  const rows = page.locator('tbody').getByRole('row')
  await rows.first().waitFor()
  expect(await rows.count()).toBeLessThan(100)
  await page.emulateMedia({ media: 'print' })
  await page.setViewportSize(PAPER)
  await expect(rows).toHaveCount(200)
  const shown = page.getByRole('columnheader').filter({ visible: true })
  await expect(shown).toHaveText([
    /^Full Name/,
    /^Blood Group/,
    'Verification',
    'University ID',
    'Contact Number',
    /^Department/,
    'Role',
    'Profile',
    'Last Donation',
    /^Registered/,
  ])
  const table = await page.getByRole('table').boundingBox()
  expect((table?.x ?? 0) + (table?.width ?? PAPER.width)).toBeLessThanOrEqual(PAPER.width)
  const last = await rows.last().getByRole('cell').filter({ visible: true }).last().boundingBox()
  expect((last?.x ?? 0) + (last?.width ?? PAPER.width)).toBeLessThanOrEqual(PAPER.width)
  await page.unrouteAll({ behavior: 'wait' })
})

test('an admin has the button in sight with what there is to decide', async ({ openAsAdmin }) => {
  const visitor = await openAsAdmin(DESKTOP)
  const { page } = visitor
  await stubReplies(page, REPORT_REPLIES)
  await visitor.open('/admin/reports')
  await page.getByRole('button', { name: 'Open' }).first().click()
  const lastChoice = page.getByRole('radio').last()
  await lastChoice.check()
  await expect(lastChoice).toBeInViewport()
  await expect(page.getByRole('button', { name: 'Decide' })).toBeInViewport({ ratio: 1 })
})
