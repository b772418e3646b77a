import { expect } from '@playwright/test'
import { test } from './testing/journey.ts'
import { textTo } from './testing/mailbox.ts'
import { becomeDonor, becomeMember, newAddress, postBloodRequest } from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

test.use({ ownProduct: { environment: { SMS_URL: 'mailbox' } } })

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
