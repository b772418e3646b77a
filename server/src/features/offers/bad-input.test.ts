import { formatCalendarDate } from '@blood-bank/contract/donors/eligibility'
import { activateDonor } from '@blood-bank/contract/donors/endpoints'
import { updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { addDonation, correctDonation, recordDonationOfDonor } from '@blood-bank/contract/offers/donations'
import { recordDonationOfOffer } from '@blood-bank/contract/offers/endpoints'
import { expect, test } from 'vitest'
import { aDonor } from '../../testing/builders.ts'
import {
  close,
  newDonor,
  offered,
  offerFor,
  post,
  profileIdOf,
  receivedOffers,
  recordGift,
  siteDate,
} from '../../testing/offers/offers.ts'
import { aStandingOffer } from '../../testing/offers/standing-offer.ts'
import type { Reply } from '../../testing/person.ts'
import { everyRow } from '../../testing/postgres/every-row.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { TRIES_ALL } from '../../testing/test-scope.ts'

const bank = await startTestApp()
const owner = await bank.signedInAs()
const admin = await bank.signedInAs({ role: 'admin' })
const bloodRequest = await post(owner)

/** Makes a call that is refused, and expects that it has written nothing. */
async function refused(call: () => Promise<Reply<unknown>>) {
  const before = await everyRow(bank.owner)
  const reply = await call()
  expect(await everyRow(bank.owner)).toEqual(before)
  return reply
}

test("an offer for one's own request is refused", async () => {
  const donor = await newDonor(bank)
  const own = await post(donor)
  expect(await refused(() => offerFor(donor, own))).toRefuse(
    'own-blood-request',
    'This is your own request. Another member has to donate for it.',
  )
})

test('a second offer is refused, for the same request and for another', async () => {
  const donor = await newDonor(bank)
  const another = await post(owner)
  await offered(donor, bloodRequest)
  expect(await refused(() => offerFor(donor, bloodRequest))).toRefuse(
    'already-offered',
    'You have already offered to donate for this request.',
  )
  expect(await refused(() => offerFor(donor, another))).toRefuse(
    'other-offer-stands',
    "You have already offered to donate for another request. First say that you can't come there.",
  )
})

test.each(['fulfilled', 'cancelled'] as const)('an offer for a %s request is refused', async status => {
  const donor = await newDonor(bank)
  const closed = await post(owner)
  await close(owner, closed, status)
  expect(await refused(() => offerFor(donor, closed))).toRefuse('blood-request-closed')
})

test('an offer of an incompatible blood group is refused', async () => {
  for (const bloodGroup of ['A+', 'A-', 'AB+', 'AB-'] as const) {
    const donor = await newDonor(bank, { bloodGroup })
    expect(await refused(() => offerFor(donor, bloodRequest))).toRefuse(
      'incompatible-blood-group',
      'Your blood group cannot be given to a patient of this group.',
    )
  }
})

test('an offer of a donor who is unavailable or deactivated is refused', async () => {
  const unavailable = await newDonor(bank, { isAvailable: false })
  expect(await refused(() => offerFor(unavailable, bloodRequest))).toRefuse('donor-unavailable')
  const inactive = await newDonor(bank)
  const params = { id: await profileIdOf(inactive) }
  await admin.call(activateDonor, { params, body: { isProfileActive: false } })
  expect(await refused(() => offerFor(inactive, bloodRequest))).toRefuse('donor-inactive')
})

test.each([
  [1, false],
  [119, false],
  [120, true],
  [121, true],
])('an offer %i days after the last donation is accepted: %s', async (days, isAccepted) => {
  const lastDonationDate = siteDate(-days)
  const donor = await newDonor(bank, { lastDonationDate })
  if (isAccepted) return expect((await offerFor(donor, bloodRequest)).status).toBe(201)
  expect(await refused(() => offerFor(donor, bloodRequest))).toRefuse(
    'donor-not-eligible',
    `You can donate again from ${formatCalendarDate(siteDate(120 - days))}.`,
  )
})

const BAD_DATES = [
  ['in the future', siteDate(1), 'Donation Date cannot be in the future.'],
  ['far in the future', '2999-01-01', 'Donation Date cannot be in the future.'],
  ['in 1900', '1900-12-31', 'Donation Date must be after 1900.'],
  ['not a date', 'yesterday', 'Donation Date must be a real date.'],
  ['a day that does not exist', '2026-02-30', 'Donation Date must be a real date.'],
  ['missing', '', 'Please enter the date of the donation.'],
] as const

const tried = BAD_DATES.filter(([when]) => TRIES_ALL || when === 'in the future' || when === 'missing')

test.each(tried)('a donation whose date is %s is refused', async (_, donatedOn, message) => {
  const { donor, owner, bloodRequest, offer } = await aStandingOffer(bank)
  const id = await profileIdOf(donor)
  const body = { donatedOn }
  const attempts = [
    () => owner.call(recordDonationOfOffer, { params: { id: offer.id }, body }),
    () => admin.call(recordDonationOfOffer, { params: { id: offer.id }, body }),
    () => donor.call(addDonation, { body }),
    () => admin.call(recordDonationOfDonor, { params: { id }, body }),
    () => admin.call(correctDonation, { params: { id }, body }),
  ]
  for (const attempt of attempts) expect(await refused(attempt)).toRefuse('invalid-input', message)
  if (donatedOn !== '') {
    const donorsWhoGave = { offerIds: [offer.id], donatedOn }
    const reply = await refused(() => close(owner, bloodRequest, 'fulfilled', donorsWhoGave))
    expect(reply).toRefuse('invalid-input', message)
  }
})

test('a donation before the day of the offer is refused, and one on that day is accepted', async () => {
  const { owner, bloodRequest, offer } = await aStandingOffer(bank)
  const early = siteDate(-1)
  const reply = await refused(() => recordGift(owner, offer, early))
  expect(reply).toRefuse('donation-before-offer')
  expect(reply.error?.fields).toEqual({ donatedOn: reply.error?.message })
  const closing = { offerIds: [offer.id], donatedOn: early }
  expect(await refused(() => close(owner, bloodRequest, 'fulfilled', closing))).toRefuse(
    'donation-before-offer',
  )
  expect((await recordGift(owner, offer)).status).toBe(200)
})

test('an unknown offer among those who gave is refused, and so is one for another request', async () => {
  const donor = await newDonor(bank)
  const [one, other] = [await post(owner), await post(owner)]
  const offer = await offered(donor, other)
  for (const id of [offer.id, donor.id]) {
    const closing = { offerIds: [id], donatedOn: siteDate() }
    expect(await refused(() => close(owner, one, 'fulfilled', closing))).toRefuse('offer-not-found')
  }
  const nobody = { offerIds: [], donatedOn: siteDate() }
  const reply = await refused(() => close(owner, one, 'cancelled', nobody))
  expect(reply).toRefuse('invalid-input', 'Only a fulfilled request has donors who gave.')
})

test('closing with a donor who has withdrawn is refused, and the request stays active', async () => {
  const donors = [await newDonor(bank), await newDonor(bank)]
  const active = await post(owner)
  const offers: { id: string }[] = []
  for (const donor of donors) offers.push(await offered(donor, active))
  await donors[1]?.send('POST', `/api/offers/${offers[1]?.id}/withdrawal`)
  const closing = { offerIds: offers.map(({ id }) => id), donatedOn: siteDate() }
  expect(await refused(() => close(owner, active, 'fulfilled', closing))).toRefuse('offer-settled')
  const shown = await receivedOffers(owner, active)
  expect(shown.map(({ status }) => status)).toEqual(['offered', 'withdrawn'])
})

test('a second donation of one donor on one day is refused', async () => {
  const { donor, owner, offer } = await aStandingOffer(bank)
  await recordGift(owner, offer)
  const params = { id: await profileIdOf(donor) }
  const body = { donatedOn: siteDate() }
  const message = 'A donation of this donor on this day is already recorded. Please check the date.'
  for (const attempt of [
    () => donor.call(addDonation, { body }),
    () => admin.call(recordDonationOfDonor, { params, body }),
  ])
    expect(await refused(attempt)).toRefuse('donation-already-recorded', message)

  const older = await admin.call(recordDonationOfDonor, { params, body: { donatedOn: siteDate(-300) } })
  const correction = { params: { id: older.body.id }, body }
  expect(await refused(() => admin.call(correctDonation, correction))).toRefuse(
    'donation-already-recorded',
    message,
  )
})

test('a date of last donation before a recorded donation is refused; the same or a later one is accepted', async () => {
  const { donor, owner, offer } = await aStandingOffer(bank)
  await recordGift(owner, offer)
  const edit = (lastDonationDate: string | null) =>
    donor.call(updateOwnDonor, { body: { ...aDonor({ bloodGroup: 'B+' }), lastDonationDate } as never })
  const message = `Last Donation Date cannot be before ${formatCalendarDate(siteDate())}, when a donation of yours was recorded.`
  const reply = await refused(() => edit(siteDate(-1)))
  expect(reply).toRefuse('donation-date-too-early', message)
  expect(reply.error?.fields).toEqual({ lastDonationDate: message })
  expect((await edit(siteDate())).status).toBe(200)
  expect((await edit(null)).status).toBe(200)
})

test('nobody without a donor profile adds a donation', async () => {
  const body = { donatedOn: siteDate() }
  expect(await refused(() => owner.call(addDonation, { body }))).toRefuse('not-a-donor')
})
