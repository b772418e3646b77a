import { click } from './testing/click.ts'
import { test } from './testing/journey.ts'
import { runAdmin, sharedProduct } from './testing/product.ts'
import { becomeAdmin, becomeMember, newAddress, PASSWORD, signIn } from './testing/steps.ts'
import type { Visitor } from './testing/visitor.ts'

/** For Playwright every tab is visible, so the test dispatches the event of a person who returns to the tab. */
const returnToTab = ({ page }: Visitor) =>
  page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })))

const adminPanel = ({ page }: Visitor) => page.getByRole('link', { name: 'Admin Panel', exact: true })

test('a member who is made admin enters the password once, and has to sign in again when demoted', async ({
  aVisitor,
}) => {
  await becomeAdmin(await aVisitor(), sharedProduct.dataDir, newAddress('chief'))

  const address = newAddress('deputy')
  const deputy = await aVisitor()
  await becomeMember(deputy, address)
  // This page fetches only the session, so no other call can find first that it has ended.
  await deputy.open('/find-donors')
  await deputy.heading('Find Donors')
  await adminPanel(deputy).waitFor({ state: 'detached' })
  await runAdmin(sharedProduct.dataDir, 'grant', address)
  await returnToTab(deputy)
  await deputy.press('Enter your password')
  await deputy.field('Password').fill(PASSWORD)
  await deputy.press('Confirm')
  await click(adminPanel(deputy))
  await deputy.heading('Overview')

  // As above: the overview fetches its counts again whenever another test changes them.
  await deputy.open('/find-donors')
  await deputy.heading('Find Donors')
  await runAdmin(sharedProduct.dataDir, 'revoke', address)
  await deputy.comesTo('/login')
  await deputy.sees('Your role changed. Sign in again.')
  await signIn(deputy, address)
  await adminPanel(deputy).waitFor({ state: 'detached' })
  await deputy.open('/admin/users')
  await deputy.comesTo('/')
})
