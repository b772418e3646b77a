import { letReportsCount } from '@blood-bank/server/testing/pass-time'
import { expect } from '@playwright/test'
import { check, click } from './testing/click.ts'
import { test } from './testing/journey.ts'
import { mailTo } from './testing/mailbox.ts'
import { sharedProduct } from './testing/product.ts'
import {
  becomeAdmin,
  becomeDonor,
  becomeMember,
  chooseFromCard,
  idOfRequest,
  newAddress,
  postBloodRequest,
  requestCardOf,
} from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

const cardOf = requestCardOf

/** Reports a request through its card. It is the last report before the request is hidden. */
async function reportLast(reporter: Visitor, patientName: string) {
  await reporter.open('/view-requests')
  await chooseFromCard(reporter, cardOf(reporter, patientName), 'Report')
  const dialog = reporter.page.getByRole('dialog', { name: 'Report this request?' })
  await dialog.getByLabel('What is wrong?').selectOption('not-real')
  await dialog.getByLabel('What happened').fill('The hospital does not know the patient.')
  await click(dialog.getByRole('button', { name: 'Send report' }))
  await dialog.waitFor({ state: 'detached' })
  await reporter.sees('Thank you for telling us. An admin will look at it.')
  await reporter.open('/view-requests')
  await reporter.page
    .getByRole('article')
    .or(reporter.page.getByText('No active blood requests'))
    .first()
    .waitFor()
  await cardOf(reporter, patientName).waitFor({ state: 'detached' })
}

test('three reports hide a request, an admin reads and clears them, and the owner is told each time', async ({
  aVisitor,
}) => {
  const address = newAddress('reported')
  const patientName = `Patient of ${address}`
  const owner = await aVisitor(PHONE)
  await becomeMember(owner, address)
  await postBloodRequest(owner, patientName)

  const reporters: string[] = []
  while (reporters.length < 3) {
    const visitor = await aVisitor(PHONE)
    const reporter = await becomeDonor(visitor)
    reporters.push(reporter)
    await letReportsCount(sharedProduct.dataDir, [reporter])
    if (reporters.length === 3) await reportLast(visitor, patientName)
    else
      await visitor.post(`/api/blood-requests/${await idOfRequest(visitor, patientName)}/reports`, {
        kind: 'not-real',
        text: 'I called them.',
      })
  }
  const hidden = await mailTo(address, /is hidden while admins look at it/)
  await owner.open('/dashboard')
  await cardOf(owner, patientName)
    .getByText(/^Hidden since/)
    .waitFor()
  for (const reporter of reporters) {
    expect(JSON.stringify(hidden)).not.toContain(reporter)
    expect(await owner.page.content()).not.toContain(reporter)
  }

  const chief = await aVisitor()
  const chiefAddress = newAddress('chief')
  await becomeAdmin(chief, sharedProduct.dataDir, chiefAddress)
  await chief.open('/admin/overview')
  await click(chief.page.getByRole('link', { name: /reported requests?, hidden until you decide/ }))
  const row = chief.page.getByRole('row').filter({ hasText: address })
  await click(row.getByRole('button', { name: 'Open' }))
  const dialog = chief.page.getByRole('dialog', { name: /^Reports about/ })
  for (const reporter of reporters) await dialog.getByText(reporter).waitFor()
  await check(dialog.getByRole('radio', { name: 'Keep the request' }))
  await dialog.getByLabel('Note').fill('The ward knows the patient.')
  await click(dialog.getByRole('button', { name: 'Decide' }))
  await dialog.waitFor({ state: 'detached' })
  await row.getByText('Cleared').waitFor()

  await mailTo(address, /is shown again/)
  await owner.open('/view-requests')
  await cardOf(owner, patientName).waitFor()
})

test('an owner is told of what an admin does without a report, with the reason and without the admin', async ({
  aVisitor,
}) => {
  const address = newAddress('removed')
  const patientName = `Patient of ${address}`
  const owner = await aVisitor(PHONE)
  await becomeMember(owner, address)
  await postBloodRequest(owner, patientName)
  const chief = await aVisitor()
  const chiefAddress = newAddress('chief')
  await becomeAdmin(chief, sharedProduct.dataDir, chiefAddress)

  await owner.open('/dashboard')
  await cardOf(owner, patientName).waitFor()
  await chief.open(`/admin/requests?search=${encodeURIComponent(address)}`)
  const choose = async (button: string, reason: string, confirm: string) => {
    await chief.press('More')
    await click(chief.page.getByRole('menuitem', { name: button }))
    await check(chief.page.getByRole('alertdialog').getByRole('radio', { name: reason }))
    await chief.press(confirm)
  }
  await choose('Cancel Request', 'Posted twice', 'Cancel this request')
  await cardOf(owner, patientName)
    .getByText(/^An admin cancelled this request/)
    .waitFor()
  await choose('Delete', 'No longer needed', 'Delete this request')
  await owner.page.getByText(/an admin deleted the request/).waitFor()
  const told = [await mailTo(address, /was cancelled/), await mailTo(address, /was deleted/)]
  expect(told.map(({ text }) => /Reason: .*/.exec(text)?.[0])).toEqual([
    'Reason: There is another request for the same patient.',
    'Reason: Blood is no longer needed for this patient.',
  ])
  for (const text of [JSON.stringify(told), await owner.page.content()])
    expect(text).not.toContain(chiefAddress)
  await owner.press('Dismiss')
  await owner.page.getByText(/an admin deleted the request/).waitFor({ state: 'detached' })
})
