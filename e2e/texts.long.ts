import { expect } from '@playwright/test'
import { test } from './testing/journey.ts'
import { textTo } from './testing/mailbox.ts'
import { aDonor, becomeDonor, becomeMember, fillIn, newAddress, postBloodRequest } from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

test.use({ ownProduct: { environment: { SMS_URL: 'mailbox' } } })

const CODE = 'Code from the text message'

const NUMBER = '+8801711222333'

const mailboxOf = (url: string) => `${url}/dev/mailbox.json`

/** Registers a donor and confirms the number by calls. */
async function aDonorWithNumber(donor: Visitor, url: string) {
  await becomeDonor(
    donor,
    { fullName: 'Farhana Islam', bloodGroup: 'AB+', contactNumber: '01711-222333' },
    mailboxOf(url),
  )
  await donor.post('/api/accounts/mine/text-messages/codes', {})
  const { message } = await textTo(NUMBER, /is your code/, url)
  await donor.post('/api/accounts/mine/text-messages/confirmations', { code: message.slice(0, 6) })
}

test('a donor is asked by text message, opens its link on a phone, and says yes', async ({
  aVisitor,
  product: { url },
}) => {
  await aDonorWithNumber(await aVisitor(), url)
  const requester = await aVisitor()
  await becomeMember(requester, newAddress('tasnim'), mailboxOf(url))
  await postBloodRequest(requester, 'Rokeya Sultana', {
    requiredBloodGroup: 'AB+',
    hospitalName: 'National Heart Institute',
    contactPerson: 'Tasnim Khatun',
  })

  const { message } = await textTo(NUMBER, /needed urgently/, url)
  expect(message.length).toBeLessThanOrEqual(160)
  expect(message).not.toMatch(/Rokeya|Tasnim|Farhana|01812|01711/)
  const [, link = '', token = ''] = /(\/a#([\w-]{22})) \(no replies; stop there\)$/.exec(message) ?? []

  const phone = await aVisitor(PHONE)
  const addresses: string[] = []
  phone.page.on('request', req => addresses.push(req.url().split('#')[0] ?? ''))
  await phone.open(link)
  await phone.heading('AB+ blood is needed')
  await phone.comesTo('/a')
  expect(phone.page.url()).not.toContain(token)
  await phone.sees('National Heart Institute')
  await expect(phone.page.getByRole('button', { name: 'I can donate' })).toBeInViewport({ ratio: 1 })
  await phone.press('I can donate')
  await phone.field('Last four digits of your phone number').fill('2333')
  await phone.press('Yes, I can donate')
  await phone.heading('Thank you, Farhana Islam. They are waiting for you.')
  await expect(phone.page.getByRole('link', { name: 'Call Tasnim Khatun 01812-345678' })).toBeInViewport({
    ratio: 1,
  })
  for (const address of addresses) expect(address).not.toContain(token)

  await requester.open('/dashboard')
  const request = requester.page.getByRole('article', { name: 'Rokeya Sultana' })
  await request.getByText('Farhana Islam').first().waitFor()
})

test('a new donor has urgent requests texted to their phone, and confirms another number later', async ({
  aVisitor,
  product: { url },
}) => {
  const rima = await aVisitor(PHONE)
  await becomeMember(rima, newAddress('rima'), mailboxOf(url))
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
