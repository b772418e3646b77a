import { expect } from '@playwright/test'
import { check, click } from './testing/click.ts'
import { LONG, test } from './testing/journey.ts'
import { runAdmin, sharedProduct } from './testing/product.ts'
import { becomeAdmin, becomeMember, newAddress, PASSWORD } from './testing/steps.ts'
import { DESKTOP, type Visitor } from './testing/visitor.ts'

const DONOR = {
  fullName: 'Deputy Donor',
  universityId: 'LIB-7',
  universityRole: 'staff',
  department: 'Library',
  bloodGroup: 'AB+',
  contactNumber: '01999-887766',
  allowContactVisibility: true,
}

/** Whoever is made an admin stays signed in, as a member until the password is entered. */
async function enterPassword(person: Visitor) {
  await person.press('Enter your password')
  await person.field('Password').fill(PASSWORD)
  await person.press('Confirm')
  await person.sees('Password confirmed.')
}

test('an admin prints the summary of a term and the poster', LONG, async ({ aVisitor }) => {
  const chief = await aVisitor()
  await becomeAdmin(chief, sharedProduct.dataDir, newAddress('chief'))
  await chief.open('/admin/overview')
  await chief.follow('Summary of a term')
  await chief.sees('Units given')
  await chief.page.emulateMedia({ media: 'print' })
  await expect(chief.page.getByRole('navigation')).toHaveCount(0)
  await expect(chief.page.getByRole('button', { name: 'Print or save' })).toBeHidden()
  await chief.page.emulateMedia({ media: 'screen' })
  await chief.page.goBack()
  await chief.follow('Sign-up poster')
  await chief.heading('Give blood. Save somebody you know.')
  await expectPoster(chief)
  await chief.page.goBack()
  await chief.heading('Overview')
})

test('an admin made from the command line sees the counts, verifies a donor and makes a member an admin', async ({
  aVisitor,
}) => {
  const chiefAddress = newAddress('chief')
  const chief = await aVisitor()
  await becomeMember(chief, chiefAddress)
  await chief.open('/admin')
  await chief.page.waitForURL('**/')
  await runAdmin(sharedProduct.dataDir, 'grant', chiefAddress)
  await chief.open('/dashboard')
  await enterPassword(chief)

  // A server that has much to do sends the page empty.
  await expect
    .poll(async () => (await chief.page.request.get('/admin')).text(), {
      message: 'the overview can be read before any script runs',
    })
    .toMatch(/<h1[^>]*>Overview<\/h1>/)
  await chief.open('/admin')
  await chief.page.waitForURL('**/admin/overview')
  await chief.heading('Overview')
  for (const name of ['Manage Donors', 'Manage Requests', 'Manage Users']) {
    await chief.follow(name)
    await chief.heading(name)
    await chief.page.getByRole('status').first().waitFor({ state: 'attached' })
  }

  await chief.follow('Overview')
  await chief.heading('Overview')

  const memberAddress = newAddress('deputy')
  const member = await aVisitor()
  await becomeMember(member, memberAddress)
  await member.open('/find-donors')
  await member.page
    .getByRole('link', { name: 'Dashboard', includeHidden: true })
    .first()
    .waitFor({ state: 'attached' })
  expect(await member.page.getByRole('link', { name: 'Admin Panel', includeHidden: true }).count()).toBe(0)

  // A donor waits for verification, is found by the number that members see, and is verified without the mouse.
  await member.post('/api/donors', DONOR)
  // All admins share counts that may be a second old.
  const waiting = (number: string) =>
    chief.page.getByRole('link', { name: new RegExp(`^${number}\\d* donors? to verify`) })
  await expect
    .poll(async () => {
      await chief.page.reload()
      await chief.page.getByRole('link', { name: /^Users \d/ }).waitFor()
      return waiting('[1-9]').count()
    })
    .toBe(1)
  await click(waiting('[1-9]'))
  await chief.heading('Manage Donors')
  await chief.field('Search donors').fill('+880 1999 887766')
  // The search waits until typing pauses, and the rows are dimmed until its reply.
  await chief.page.waitForURL(/search=/)
  await chief.page
    .getByRole('region', { name: 'Donors' })
    .and(chief.page.locator(':not([aria-busy])'))
    .waitFor()
  await chief.page.getByText('1 donor', { exact: true }).waitFor()
  const donor = chief.page.getByRole('row').filter({ hasText: DONOR.fullName })
  await donor.focus()
  await chief.page.keyboard.press('v')
  await chief.sees(`${DONOR.fullName} is Verified.`)
  await chief.page.keyboard.press('z')
  await chief.sees(`${DONOR.fullName} is Not Verified again.`)
  // All of the donor is beside the table, and the focus returns to the row.
  await donor.focus()
  await chief.page.keyboard.press('Enter')
  const sheet = chief.page.getByRole('complementary', { name: DONOR.fullName })
  await sheet.getByText(DONOR.department).waitFor()
  await sheet.getByText(`marked ${DONOR.fullName} as Not Verified`).waitFor()
  await chief.page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await expect(donor).toBeFocused()
  await check(chief.page.getByRole('checkbox', { name: 'Select all 1 to verify' }))
  await chief.press('Verify 1')
  // Not in the row, which leaves the list of those to verify with the next update.
  await chief.sees(`${DONOR.fullName} is Verified.`)

  await chief.follow('Manage Users')
  // Other tests register users meanwhile, and only the visible rows of a long list are rendered.
  await chief.field('Search email').fill(memberAddress)
  // Before that, the row is one of the whole list, whose dialogs close when the list found replaces it.
  await chief.page.getByText('1 user', { exact: true }).waitFor()
  const row = chief.page.getByRole('row').filter({ hasText: memberAddress })
  await click(row.getByRole('button', { name: 'Edit Role' }))
  await chief.page.getByRole('dialog').getByLabel('Role', { exact: true }).selectOption('admin')
  await chief.press('Save')
  await row.getByText('admin', { exact: true }).waitFor()

  // The page says so by itself.
  await enterPassword(member)
  await member.open('/admin/users')
  await member.heading('Manage Users')
})

const MM = 96 / 25.4
const A4 = { width: Math.round(210 * MM), height: Math.round(297 * MM) }

/** On paper, the sign-up poster is one column on one sheet of A4, with the code in its middle. */
async function expectPoster({ page }: Visitor) {
  await page.setViewportSize(A4)
  await page.emulateMedia({ media: 'print' })
  const boxes = ['h1', '.qr', '.sign-up-call', '.sign-up-address', '.sign-up-club'].map(part =>
    page.locator(part).boundingBox(),
  )
  const placed = (await Promise.all(boxes)).map(box => box ?? { x: 0, y: 0, width: 0, height: 0 })
  expect(placed.map(({ x, width }) => Math.round((x + width / 2) / MM))).toEqual(Array(5).fill(105))
  const tops = placed.map(({ y }) => y)
  expect(tops).toEqual(tops.toSorted((one, other) => one - other))
  const last = placed.at(-1)
  expect(last && (last.y + last.height) / MM).toBeLessThan(279)
  const file = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  expect(file.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize(DESKTOP)
}
