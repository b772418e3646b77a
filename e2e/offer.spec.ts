import { passMailWaits, passUntilThankYou } from '@blood-bank/server/testing/pass-time'
import { expect, type Locator } from '@playwright/test'
import { click } from './testing/click.ts'
import { type AVisitor, test } from './testing/journey.ts'
import { mailTo } from './testing/mailbox.ts'
import { sharedProduct } from './testing/product.ts'
import {
  becomeDonor,
  becomeMember,
  newAddress,
  offerByCall,
  postBloodRequest,
  requestCardOf,
} from './testing/steps.ts'
import { DESKTOP, PHONE, type Visitor } from './testing/visitor.ts'

/** A member with a donor profile, created by calls: these journeys are about what follows. */
async function aDonor(aVisitor: AVisitor, name: string, contactNumber: string) {
  const donor = await aVisitor(PHONE)
  const email = await becomeDonor(donor, { fullName: name, bloodGroup: 'O-', contactNumber })
  return { donor, email }
}

/** A member with an active request for one unit. */
async function aRequester(aVisitor: AVisitor, patientName: string, viewport = DESKTOP) {
  const email = newAddress('tasnim')
  const requester = await aVisitor(viewport)
  await becomeMember(requester, email)
  await postBloodRequest(requester, patientName, {
    unitsRequired: 1,
    requiredBloodGroup: 'B-',
    contactPerson: 'Tasnim Khatun',
  })
  return { requester, email }
}

/** The card of a request by its patient, or of an offer by its heading. */
const cardOf = requestCardOf

/** What the card says until a donor comes. Which of them, depends on the donors of other tests. */
const waitingIn = (card: Locator) => card.getByText(/^(We asked|We have asked|Your request|Many new members)/)

async function offer(donor: Visitor, patient: string) {
  await donor.open('/view-requests')
  await click(cardOf(donor, patient).getByRole('button', { name: 'I can donate' }))
  await donor.sees('The member who posted this (contact: Tasnim Khatun) will see your name and number')
  await donor.press('Yes, I can donate')
  const offered = donor.page.getByRole('dialog', { name: /^Thank you, .* They are waiting for you\.$/ })
  await expect(offered.getByRole('link', { name: 'Call Tasnim Khatun 01812-345678' })).toBeFocused()
  await donor.press('Close')
  await cardOf(donor, patient).getByText('You offered to donate.').waitFor()
}

/** Opens the dashboard and waits until the card of the request has its offers. */
async function openOffers(requester: Visitor, patient: string) {
  await requester.open('/dashboard')
  await cardOf(requester, patient).getByRole('list', { name: 'Progress' }).waitFor()
  const offers = cardOf(requester, patient).getByRole('region', { name: 'Donors who offered' })
  await offers.waitFor()
  return offers
}

test('a donor offers, is called, gives and is thanked; the backup is told that they are not needed', async ({
  aVisitor,
}) => {
  const patient = 'Fatema Begum'
  const { requester } = await aRequester(aVisitor, patient, PHONE)
  const { donor: rima, email: rimaEmail } = await aDonor(aVisitor, 'Rima Akter', '01712-111222')
  const { donor: joya, email: joyaEmail } = await aDonor(aVisitor, 'Joya Sen', '01712-333444')

  await requester.open('/dashboard')
  const card = cardOf(requester, patient)
  await waitingIn(card).waitFor()
  const fulfil = card.getByRole('button', { name: 'Mark as Fulfilled' })
  const box = await fulfil.boundingBox()
  await offer(rima, patient)
  let offers = card.getByRole('region', { name: 'Donors who offered' })
  await offers.getByText('Rima Akter (O−) can come.').waitFor()
  expect(await fulfil.boundingBox(), 'nothing moves when a donor comes').toEqual(box)
  expect(
    await offers.getByRole('link', { name: 'Call Rima Akter 01712-111222' }).getAttribute('href'),
  ).toMatch(/^tel:/)

  await rima.follow('My Offers')
  await rima.page.waitForURL('**/dashboard#my-offers')
  const ownOffer = cardOf(rima, 'Thank you, Rima Akter. They are waiting for you.')
  await ownOffer.getByRole('link', { name: 'Call Tasnim Khatun 01812-345678' }).waitFor()
  await ownOffer.getByText('Never pay or ask for money.').waitFor()
  await click(ownOffer.getByRole('button', { name: '1 hour' }))
  await ownOffer.getByText(/^You said: there by about/).waitFor()
  await offers.getByText(/^Rima Akter \(O−\) is on the way, there by about/).waitFor()

  await offerByCall(joya, patient)

  offers = await openOffers(requester, patient)
  await click(
    offers
      .getByRole('listitem')
      .filter({ hasText: 'Rima Akter' })
      .getByRole('button', { name: 'Gave blood' }),
  )
  await requester.sees('Did Rima Akter give blood?')
  await requester.press('Record donation')
  await offers.getByText(/^Rima Akter gave blood on/).waitFor()

  await requester.press('Yes, it is fulfilled')
  await requester.sees('Who of these donors gave?')
  await requester.press('Yes, we have the blood')
  await requester.sees('The blood request was marked as fulfilled.')
  await mailTo(joyaEmail, /You are not needed this time/)

  await requester.press('Say thank you')
  await click(requester.page.getByRole('radio', { name: 'We will not forget what you did. Thank you.' }))
  await requester.press('Send thank-you')
  await requester.sees(/^Your thank-you: “We will not forget what you did/)

  await joya.open('/dashboard')
  await joya.sees('The request was closed (fulfilled). Thank you for offering.')
  expect(await joya.page.getByText(/01812-345678/).count()).toBe(0)

  await rima.open('/dashboard')
  await rima.sees(/^You have given once\. You can give again from \w+ \d+, \d{4}\.$/)
  await rima.open('/view-requests')
  // Other tests may have posted requests.
  await rima.sees(/No active blood requests at the moment\.|You can donate again from/)
  expect(await rima.page.getByRole('button', { name: 'I can donate' }).count()).toBe(0)
  // It waits for half a minute, in case the donation is undone.
  await passMailWaits(sharedProduct.dataDir, rimaEmail)
  await mailTo(rimaEmail, /Thank you for giving blood/)

  await passUntilThankYou(sharedProduct.dataDir, patient)
  const { text } = await mailTo(rimaEmail, /Somebody says thank you/)
  expect(text).toContain('“We will not forget what you did. Thank you.”')
  await rima.open('/dashboard')
  await rima.sees(/“We will not forget what you did. Thank you.”$/)
})
