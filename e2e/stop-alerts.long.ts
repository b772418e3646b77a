import { expect } from '@playwright/test'
import { check } from './testing/click.ts'
import { test } from './testing/journey.ts'
import { mailTo } from './testing/mailbox.ts'
import { aDonor, becomeMember, newAddress } from './testing/steps.ts'
import { PHONE } from './testing/visitor.ts'

test('a donor pauses alerts, and stops them with the link of a test alert in a browser without a session', async ({
  aVisitor,
}) => {
  const email = newAddress('asked')
  const donor = await aVisitor(PHONE)
  await becomeMember(donor, email)
  const { 'Full Name': fullName, Department: department, 'Blood Group': bloodGroup } = aDonor('Rehana Asked')
  await donor.post('/api/donors', {
    fullName,
    department,
    bloodGroup,
    universityId: 'ASKED-2021-017',
    universityRole: 'student',
    contactNumber: '01712-345678',
    isAvailable: true,
    allowContactVisibility: false,
    lastDonationDate: null,
  })
  await donor.open('/account#alerts')
  await check(donor.field('At most 1 a month'))
  await donor.sees('At most 1 a month.')
  await donor.press('Until I return')
  await donor.sees('Alerts are paused until you end the pause.')
  await donor.press('End pause')
  await donor.press('Send me a test alert')
  await donor.sees('Test alert sent.')

  const { text } = await mailTo(email, /^Test alert: AB− needed today/)
  const link = /Stop these emails: \S+(\/unsubscribe\/\S+)/.exec(text)?.[1] ?? ''
  const elsewhere = await aVisitor(PHONE)
  await elsewhere.open(link)
  await elsewhere.open(link)
  await elsewhere.heading('Stop alerts')
  await donor.page.reload()
  const isOn = donor.field('Alert me when somebody needs blood that I can give')
  await expect(isOn).toBeChecked()
  await expect(donor.field('At most 1 a month')).toBeChecked()
  await elsewhere.press('Stop alerts')
  await elsewhere.sees('Alerts are off.')
  await donor.page.reload()
  await expect(isOn).not.toBeChecked()
})
