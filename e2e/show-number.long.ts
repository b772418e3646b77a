import { expect } from '@playwright/test'
import { click } from './testing/click.ts'
import { test } from './testing/journey.ts'
import { recordShifts, shiftOf } from './testing/layout-shifts.ts'
import { openFacts } from './testing/page-states/actions.ts'
import { signIn } from './testing/steps.ts'
import { PHONE } from './testing/visitor.ts'

test.use({ ownProduct: { args: ['demo'] } })

test('an admin can look up a number only after its donor agreed to the new text; the donor sees who looked', async ({
  aVisitor,
}) => {
  const admin = await aVisitor()
  await signIn(admin, 'admin@example.edu', 'keys-to-the-bank')
  await admin.open('/admin/donors?search=volunteer')
  await openFacts(admin.page)
  admin.expects(/^409 POST \/api\/admin\/donors\/.*\/number-reveals$/)
  await admin.press('Show number')
  await admin.sees('This donor has not agreed yet that admins look up their number.')

  const volunteer = await aVisitor(PHONE)
  await signIn(volunteer, 'volunteer@example.edu', 'on-my-way-today')
  await recordShifts(volunteer)
  await volunteer.open('/dashboard')
  const banner = volunteer.page.getByRole('region', { name: 'What you agree to has changed' })
  await banner.waitFor()
  await volunteer.page.getByRole('heading', { name: 'My Donor Profile' }).waitFor()
  expect(await shiftOf(volunteer)).toBeLessThan(0.02)
  await click(banner.getByText('What you agree to has changed'))
  await banner.getByText(/every look is recorded/).waitFor()
  await banner.getByRole('link', { name: 'Privacy' }).waitFor()
  await volunteer.press('Agree')
  await banner.waitFor({ state: 'detached' })

  await admin.press('Show number')
  const number = admin.page.locator('a[href^="tel:"]')
  await number.waitFor()
  expect(await number.evaluate(link => link.parentElement?.parentElement === document.activeElement)).toBe(
    true,
  )
  await admin.sees('Never pay or ask for money.')
  await admin.page.reload()
  await openFacts(admin.page)
  await admin.page.getByRole('button', { name: 'Show number' }).waitFor()
  expect(await number.count()).toBe(0)

  await volunteer.open('/account#number')
  await volunteer.page.getByRole('region', { name: 'Who has seen it' }).getByText('An admin —').waitFor()
  const standing = volunteer.page.getByRole('region', { name: 'Who can see my number' })
  await standing.getByText(/^The member who posted the request for/).waitFor()
})
