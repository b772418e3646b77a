import { test } from 'vitest'
import { becomeMember, newAddress } from './testing/steps.ts'
import { aVisitor, PHONE, type Visitor } from './testing/visitor.ts'

const PATIENT = 'Abdul Karim Sheikh'

async function ask(visitor: Visitor, patientName: string) {
  await visitor.open('/post-request')
  await visitor.field('Patient Name').fill(patientName)
  await visitor.field('Blood Group').selectOption('B+')
  await visitor.field('Units Required').fill('2')
  await visitor.field('Hospital').fill('Dhaka Medical College Hospital')
  await visitor.field('Contact Person').fill('Nadia Karim')
  await visitor.field('Contact Number').fill('01812-345678')
  await visitor.press('Post Request')
  await visitor.sees('Blood request submitted successfully!')
  await visitor.page.waitForURL('**/dashboard')
}

test('a member asks for blood, others see it, and it is fulfilled and deleted', async () => {
  const nadia = await aVisitor(PHONE)
  await becomeMember(nadia, newAddress('nadia'))
  await nadia.open('/post-request')
  await nadia.isAccessible()
  await nadia.field('Units Required').fill('0')
  await nadia.press('Post Request')
  await nadia.sees('Please fill in all required fields: Patient Name')
  await ask(nadia, PATIENT)
  await nadia.sees(PATIENT)
  await nadia.isAccessible()

  const other = await aVisitor()
  await becomeMember(other, newAddress('other'))
  await other.open('/view-requests')
  await other.sees(PATIENT)
  await other.sees('Urgent (Immediate Need)')
  await other.isAccessible()

  await nadia.press('Mark as Fulfilled')
  const dialog = nadia.page.getByRole('alertdialog')
  await dialog.waitFor()
  await nadia.isAccessible()
  await nadia.page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await nadia.press('Mark as Fulfilled')
  await dialog.getByRole('button').last().click()
  await nadia.page.getByText('Fulfilled', { exact: true }).first().waitFor()

  await other.page.reload()
  await other.sees('No active blood requests at the moment.')

  await nadia.press('Delete')
  await dialog.getByRole('button').last().click()
  await nadia.sees('You have not posted any blood requests yet.')
})
