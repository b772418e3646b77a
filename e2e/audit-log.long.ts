import { buffer } from 'node:stream/consumers'
import { expect } from '@playwright/test'
import { click } from './testing/click.ts'
import { test } from './testing/journey.ts'
import { sharedProduct } from './testing/product.ts'
import { becomeAdmin, becomeMember, newAddress } from './testing/steps.ts'

test('an admin finds what they did, filters, comes back to it, and exports it', async ({ aVisitor }) => {
  const chiefAddress = newAddress('auditor')
  const chief = await aVisitor()
  await becomeAdmin(chief, sharedProduct.dataDir, chiefAddress)
  const memberAddress = newAddress('audited')
  await becomeMember(await aVisitor(), memberAddress)

  await chief.open('/admin/users')
  await chief.field('Search email').fill(memberAddress)
  // Before that, the row is one of the whole list, whose dialogs close when the list found replaces it.
  await chief.page.getByText('1 user', { exact: true }).waitFor()
  const user = chief.page.getByRole('row').filter({ hasText: memberAddress })
  await click(user.getByRole('button', { name: 'More' }))
  await click(chief.page.getByRole('menuitem', { name: 'Edit Role' }))
  await chief.page.getByRole('dialog').getByLabel('Role', { exact: true }).selectOption('admin')
  await chief.press('Save')
  await user.getByText('admin', { exact: true }).waitFor()

  // From the row to its history, and to everything that the admin did.
  await click(user.getByRole('button', { name: 'More' }))
  await click(chief.page.getByRole('menuitem', { name: 'Audit log' }))
  await chief.heading('Audit Log')
  await chief.sees(`Only entries about ${memberAddress}.`)
  const sentence = `${chiefAddress} made ${memberAddress} an admin`
  const entry = chief.page.getByRole('row').filter({ hasText: sentence })
  await entry.getByText('User → Admin').waitFor()
  await chief.follow('Show all entries')
  await chief.field("Admin's name or email").fill(chiefAddress)
  await chief.field('Action').selectOption('Changed a role')
  // The search waits until typing pauses.
  await chief.page.waitForURL(/search=.*action=|action=.*search=/)
  await chief.page.getByText('1 entry', { exact: true }).waitFor()

  await chief.follow('Manage Donors')
  await chief.heading('Manage Donors')
  await chief.page.goBack()
  await entry.waitFor()
  expect(await chief.field("Admin's name or email").inputValue()).toBe(chiefAddress)

  const [download] = await Promise.all([chief.page.waitForEvent('download'), chief.press('Export CSV')])
  expect(download.suggestedFilename()).toMatch(/^audit-entries-\d{4}-\d\d-\d\d\.csv$/)
  expect((await buffer(await download.createReadStream())).toString()).toContain(
    `"${sentence}","User","Admin"`,
  )
  await chief.field('Action').selectOption('Exported records')
  await chief.sees(`${chiefAddress} exported 1 entry of the audit log`)
})
