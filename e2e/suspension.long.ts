import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { click } from './testing/click.ts'
import { test } from './testing/journey.ts'
import { sharedProduct } from './testing/product.ts'
import {
  becomeAdmin,
  becomeMember,
  newAddress,
  postBloodRequest,
  requestCardOf,
  signIn,
  trySignIn,
} from './testing/steps.ts'
import { PHONE } from './testing/visitor.ts'

const SUSPENDED = 'This account is suspended. Please contact the administrators.'

test('a suspended member is hidden, told so at sign-in, can download their data, and returns when it is lifted', async ({
  aVisitor,
}) => {
  const address = newAddress('suspended')
  const patientName = `Patient of ${address}`
  const member = await aVisitor(PHONE)
  await becomeMember(member, address)
  await postBloodRequest(member, patientName)
  // A page without lists: those that the suspension changes would be fetched again when the session may have ended.
  await member.open('/offline-access')
  await member.heading('Offline access')

  const chief = await aVisitor()
  await becomeAdmin(chief, sharedProduct.dataDir, newAddress('chief'))
  await chief.open(`/admin/users?search=${encodeURIComponent(address)}`)
  await chief.page.getByRole('button', { name: 'More' }).focus()
  await chief.page.keyboard.press('Enter')
  await chief.page.getByRole('menuitem', { name: 'Suspend' }).press('Enter')
  const dialog = chief.page.getByRole('alertdialog', { name: `Suspend ${address}?` })
  await dialog.getByLabel('Reason').selectOption('false-requests')
  await dialog.getByLabel('Note').fill('Reported by the hospital')
  await click(dialog.getByRole('button', { name: 'Suspend' }))
  await dialog.waitFor({ state: 'detached' })
  await chief.page.getByRole('cell').getByText('Suspended').waitFor()
  // The page that the member has open notices by itself.
  await member.comesTo('/login')

  await chief.open('/view-requests')
  await chief.heading('Blood Requests')
  await chief.page.getByRole('article').or(chief.page.getByText('No active blood requests')).first().waitFor()
  expect(await chief.page.getByText(patientName).count()).toBe(0)

  // The suspension has ended the member's session; a new sign-in says why.
  const later = await aVisitor(PHONE)
  later.expects('403 POST /api/session')
  await later.open('/login')
  await trySignIn(later, address)
  await later.sees(SUSPENDED)
  const [download] = await Promise.all([later.page.waitForEvent('download'), later.press('Download my data')])
  expect(await text(await download.createReadStream())).toContain('Reported by the hospital')

  await chief.open(`/admin/users?search=${encodeURIComponent(address)}`)
  await chief.press('More')
  await click(chief.page.getByRole('menuitem', { name: 'Lift suspension' }))
  await chief.press('Lift this suspension')
  await chief.page.getByRole('alertdialog').waitFor({ state: 'detached' })
  await signIn(later, address)
  await later.open('/view-requests')
  await requestCardOf(later, patientName).waitFor()
})
