import { expect } from '@playwright/test'
import { test } from './testing/journey.ts'
import { textTo } from './testing/mailbox.ts'
import { aDonor, becomeMember, fillIn, newAddress } from './testing/steps.ts'
import { PHONE } from './testing/visitor.ts'

test.use({ ownProduct: { environment: { SMS_URL: 'mailbox' } } })

const CODE = 'Code from the text message'

test('a new donor has urgent requests texted to their phone, and confirms another number later', async ({
  aVisitor,
  product: { url },
}) => {
  const rima = await aVisitor(PHONE)
  await becomeMember(rima, newAddress('rima'), `${url}/dev/mailbox.json`)
  await rima.open('/register-donor')
  await fillIn(rima, { ...aDonor('Rima Akter'), 'Contact Number': '01712-345601' })
  await rima.press('Register as Donor')
  await rima.sees('You are a donor now. Thank you.')
  await rima.follow('Have urgent requests texted to your phone')
  await rima.comesTo('/account#texts')

  const control = rima.page.getByRole('switch', { name: 'Text me when a request is urgent' })
  await control.click()
  await expect(rima.field(CODE)).toBeFocused()
  const first = await textTo('+8801712345601', /is your code for University Blood Bank/, url)
  const code = first.message.slice(0, 6)
  await rima.field(CODE).fill(code === '000000' ? '000001' : '000000')
  rima.expects(/403 .*confirmations/)
  await rima.press('Confirm number')
  await rima.sees('This is not the code of the last text message. You can try 4 times more.')
  await rima.field(CODE).fill(code)
  await rima.press('Confirm number')
  await rima.sees('When a request is urgent, +880 1712 345601')

  await rima.open('/edit-donor-profile')
  await rima.field('Contact Number').fill('01812-345601')
  await rima.press('Save Changes')
  await rima.follow('Confirm the new number')
  await rima.sees('Off until you confirm your new number')
  await rima.press('Send a code to the new number')
  const second = await textTo('+8801812345601', /is your code/, url)
  await rima.field(CODE).fill(second.message.slice(0, 6))
  await rima.press('Confirm number')
  await rima.sees('When a request is urgent, +880 1812 345601')

  await control.click()
  await rima.sees('Text messages are off.')
  await rima.page.reload()
  await expect(control).not.toBeChecked()
})
