import { inject, test } from 'vitest'
import { runAdmin } from './testing/product.ts'
import { becomeMember, newAddress, register } from './testing/steps.ts'
import { aVisitor, type Visitor } from './testing/visitor.ts'

/** Playwright shows every tab as if it were in front, so the page is told by hand that its person is back. */
const comesBackToTheWindow = ({ page }: Visitor) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

const adminPanel = ({ page }: Visitor) => page.getByRole('link', { name: 'Admin Panel', exact: true })

test('a member made admin while signed in finds the admin area, and is led out when demoted', async () => {
  const { dataDir } = inject('product')
  const chiefAddress = newAddress('chief')
  await register(await aVisitor(), chiefAddress)
  await runAdmin(dataDir, 'grant', chiefAddress)

  const address = newAddress('deputy')
  const deputy = await aVisitor()
  await becomeMember(deputy, address)
  await adminPanel(deputy).waitFor({ state: 'detached' })
  await runAdmin(dataDir, 'grant', address)
  await comesBackToTheWindow(deputy)
  await adminPanel(deputy).click()
  await deputy.heading('Overview')

  await runAdmin(dataDir, 'revoke', address)
  deputy.expects(/^403 GET \/api\/admin\/donors/)
  await deputy.follow('Manage Donors')
  await deputy.comesTo('/')
  await deputy.sees('Find a Donor')
  await adminPanel(deputy).waitFor({ state: 'detached' })
  await deputy.open('/admin/users')
  await deputy.comesTo('/')
})
