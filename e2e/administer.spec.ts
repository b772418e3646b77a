import { buffer } from 'node:stream/consumers'
import { expect, inject, test } from 'vitest'
import { waitForFocus } from './testing/keyboard.ts'
import { runAdmin } from './testing/product.ts'
import { becomeAdmin, becomeMember, newAddress, signIn } from './testing/steps.ts'
import { aVisitor } from './testing/visitor.ts'

test('an admin made from the command line sees the counts, exports the users and makes a member an admin', async () => {
  const { dataDir } = inject('product')
  const chiefAddress = newAddress('chief')
  const chief = await aVisitor()
  await becomeMember(chief, chiefAddress)
  await chief.open('/admin')
  await chief.page.waitForURL('**/')
  await runAdmin(dataDir, 'grant', chiefAddress)
  await signIn(chief, chiefAddress)

  await chief.open('/admin')
  await chief.page.waitForURL('**/admin/overview')
  await chief.heading('Overview')
  await chief.expectAccessible()
  for (const name of ['Manage Donors', 'Manage Requests', 'Manage Users']) {
    await chief.follow(name)
    await chief.heading(name)
    await chief.page.getByRole('status').first().waitFor({ state: 'attached' })
    await chief.expectAccessible()
  }

  const [download] = await Promise.all([chief.page.waitForEvent('download'), chief.press('Export CSV')])
  expect(download.suggestedFilename()).toMatch(/^users-\d{4}-\d\d-\d\d\.csv$/)
  const table = (await buffer(await download.createReadStream())).toString()
  expect(table).toMatch(/^\uFEFF"Email","User ID","Role","Email Status","Created","Suspended"\r\n/)
  expect(table).toContain(`"${chiefAddress}",`)
  await chief.page.getByText(`Saved as ${download.suggestedFilename()}`).waitFor()

  await chief.page.keyboard.press('?')
  await chief.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
  await chief.expectAccessible()
  await chief.page.keyboard.press('Escape')
  await chief.page.getByRole('dialog').waitFor({ state: 'detached' })
  await chief.page.keyboard.press('g')
  await chief.page.keyboard.press('o')
  await chief.heading('Available donors by blood group')
  await chief.page.getByText('Show numbers').click()
  await chief.expectAccessible()
  await chief.follow('Manage Users')

  const memberAddress = newAddress('deputy')
  const member = await aVisitor()
  await becomeMember(member, memberAddress)
  expect(await member.page.getByRole('link', { name: 'Admin Panel', includeHidden: true }).count()).toBe(0)
  // Other tests register users meanwhile, and only the visible rows of a long list are rendered.
  await chief.field('Search').fill(memberAddress)
  const row = chief.page.getByRole('row').filter({ hasText: memberAddress })
  await row.getByRole('button', { name: 'Edit Role' }).click()
  await chief.page.getByRole('dialog').getByLabel('Role', { exact: true }).selectOption('admin')
  await chief.press('Save')
  await row.getByText('admin', { exact: true }).waitFor()

  // The new role ends the session and its stream: the page leads to the login page by itself, and says why.
  await member.comesTo('/login')
  await member.sees('Your session has ended. Please log in again.')
  await signIn(member, memberAddress)
  await member.open('/admin/users')
  await member.heading('Manage Users')
})

test('an export can be cancelled with the keyboard, saves no file then, and can be repeated', async () => {
  const address = newAddress('patient')
  const chief = await aVisitor()
  const { page } = chief
  const downloads: string[] = []
  page.on('download', download => downloads.push(download.suggestedFilename()))
  await becomeAdmin(chief, inject('product').dataDir, address)
  await chief.open('/admin/users')
  await page.route('**/exports*', () => {})

  const button = page.getByRole('button', { name: 'Export CSV' })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Cancel export' }).waitFor()
  await chief.expectAccessible()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await chief.sees('Export cancelled. No file was saved.')
  await waitForFocus(button)
  expect(downloads).toEqual([])

  await page.unroute('**/exports*')
  await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
})
