import { passNeededBy } from '@blood-bank/server/testing/pass-time'
import { expect } from '@playwright/test'
import { type AVisitor, test } from './testing/journey.ts'
import { linkIn, mailTo } from './testing/mailbox.ts'
import { sharedProduct } from './testing/product.ts'
import { aBloodRequest, becomeMember, fillIn, newAddress } from './testing/steps.ts'
import { PHONE, type Visitor } from './testing/visitor.ts'

const FATHER = 'Golam Mostafa'
const AUNT = 'Jahanara Imam'
const GROUP = 'A-'

/** Tomorrow, as the field has it. */
const tomorrow = () => new Date(Date.now() + 86_400_000).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length)

/** Posts a request through the page. */
async function post(member: Visitor, patientName: string) {
  await member.open('/post-request')
  await fillIn(member, { ...aBloodRequest(patientName), 'Blood Group': GROUP, 'Needed by': tomorrow() })
  await member.press('Post Request')
}

/** The request on the dashboard. */
async function showCard(member: Visitor, patientName: string) {
  await member.open('/dashboard')
  const card = member.page.getByRole('article', { name: patientName }).first()
  await card.waitFor()
  return card
}

/** The time passes, and the owner opens the link of the email on a phone, signed out. */
async function followOnPhone(aVisitor: AVisitor, email: string, patientName: string): Promise<Visitor> {
  await passNeededBy(sharedProduct.dataDir, patientName)
  const mail = await mailTo(email, /^Is A− blood still needed\? Dhaka Medical College Hospital \(2 units\)$/)
  expect(mail.text).not.toMatch(/Golam|Jahanara|Nadia|01812/)
  const phone = await aVisitor(PHONE)
  await phone.open(linkIn(mail))
  await phone.heading('A− blood is needed')
  await phone.comesTo('/confirm')
  expect(await phone.page.getByText(patientName).count()).toBe(0)
  return phone
}

test('the owner of a request is asked when its time has passed, and answers on a phone', async ({
  aVisitor,
}) => {
  const [email, auntEmail] = [newAddress('nadia'), newAddress('nadia')]
  const nadia = await aVisitor()
  await becomeMember(nadia, email)
  await post(nadia, FATHER)
  await nadia.comesTo('/dashboard')

  const phone = await followOnPhone(aVisitor, email, FATHER)
  let card = await showCard(nadia, FATHER)
  await card.getByText(/^Not confirmed since \w+ \d+$/).waitFor()
  await card.getByRole('button', { name: 'Still needed' }).waitFor()
  await phone.press('Still needed')
  await phone.sees('Thank you! You said that blood is still needed.')
  card = await showCard(nadia, FATHER)
  expect(await card.getByText(/^Not confirmed/).count()).toBe(0)

  nadia.expects('409 POST /api/blood-requests')
  await post(nadia, FATHER)
  await nadia.sees('Post another request?')
  await nadia.press("Don't post")
  await nadia.sees(/^You already have an active request for this patient/)
  expect(await nadia.field('Patient Name').inputValue()).toBe(FATHER)

  const other = await aVisitor()
  await becomeMember(other, auntEmail)
  await post(other, AUNT)
  await other.comesTo('/dashboard')
  const otherPhone = await followOnPhone(aVisitor, auntEmail, AUNT)
  await otherPhone.press('Mark as Fulfilled')
  await otherPhone.heading('Mark this blood request as fulfilled?')
  await otherPhone.press('Yes, we have the blood')
  await otherPhone.sees('The blood request was marked as fulfilled. Thank you for telling us.')
  await other.open('/dashboard')
  await other.heading('Earlier requests (1)')
  card = other.page.getByRole('article', { name: AUNT })
  await card.getByText(/^. Fulfilled in /).waitFor()
})
