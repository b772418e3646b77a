import { expect } from '@playwright/test'
import { check } from './testing/click.ts'
import { test } from './testing/journey.ts'
import { mailTo } from './testing/mailbox.ts'
import { becomeDonor } from './testing/steps.ts'
import { PHONE } from './testing/visitor.ts'

test('a donor pauses alerts, and stops them with the link of a test alert in a browser without a session', async ({
  aVisitor,
}) => {
  const donor = await aVisitor(PHONE)
  const email = await becomeDonor(donor, { fullName: 'Rehana Asked', bloodGroup: 'AB-' })
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
