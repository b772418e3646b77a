import { changeAlertPreferences } from '@blood-bank/contract/alerts/preferences'
import { activateDonor } from '@blood-bank/contract/donors/administration'
import { formatCalendarDate } from '@blood-bank/contract/donors/eligibility'
import { updateOwnDonor } from '@blood-bank/contract/donors/profile'
import type { RefusalCode } from '@blood-bank/contract/errors'
import { addDonation, correctDonation, recordDonationOfDonor } from '@blood-bank/contract/offers/donations'
import { recordDonationOfOffer } from '@blood-bank/contract/offers/endpoints'
import { sayGave } from '@blood-bank/contract/offers/turned-away'
import { expect, test } from 'vitest'
import {
  add,
  aStandingOffer,
  close,
  type Member,
  newDonor,
  newestOfferOf,
  offered,
  offerFor,
  post,
  profileIdOf,
  receivedOffers,
  recordGift,
  siteDate,
} from '../../testing/offers/offers.ts'
import { aDonor, type Person, type Reply } from '../../testing/person.ts'
import { everyRow } from '../../testing/postgres/every-row.ts'
import { startTestApp } from '../../testing/test-app.ts'

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

test.each<[RefusalCode, () => Promise<[Member, { id: string }]>]>([
  [
    'blood-request-closed',
    async () => {
      const closed = await post(owner)
      await close(owner, closed)
      return [await newDonor(bank), closed]
    },
  ],
  [
    'other-offer-stands',
    async () => {
      const donor = await newDonor(bank)
      await offered(donor, await post(owner))
      return [donor, bloodRequest]
    },
  ],
  ['incompatible-blood-group', async () => [await newDonor(bank, { bloodGroup: 'A+' }), bloodRequest]],
  ['donor-unavailable', async () => [await newDonor(bank, { isAvailable: false }), bloodRequest]],
  [
    'donor-inactive',
    async () => {
      const donor = await newDonor(bank)
      const params = { id: await profileIdOf(donor) }
      await admin.call(activateDonor, { params, body: { isProfileActive: false } })
      return [donor, bloodRequest]
    },
  ],
])('an offer is refused: %s', async (code, prepare) => {
  const [donor, wanted] = await prepare()
  expect(await refused(() => offerFor(donor, wanted))).toRefuse(code)
})

test.each([
  [119, false],
  [120, true],
])('an offer %i days after the last donation is accepted: %s', async (days, isAccepted) => {
  const donor = await newDonor(bank, { lastDonationDate: siteDate(-days) })
  if (isAccepted) return expect((await offerFor(donor, bloodRequest)).status).toBe(201)
  expect(await refused(() => offerFor(donor, bloodRequest))).toRefuse(
    'donor-not-eligible',
    `You can donate again from ${formatCalendarDate(siteDate(120 - days))}.`,
  )
})

/** A request of the owner for platelets for a patient of O+, by machine unless `more` says otherwise. */
async function postPlatelets(more: object = {}) {
  const { id } = await post(owner)
  const values = { requiredBloodGroup: 'O+', component: 'apheresis-platelets', ...more } as const
  await bank.db.updateTable('bloodRequests').set(values).where('id', '=', id).execute()
  return { id }
}

test('platelets by machine are for those who said yes, of the group, after 14 days, or 28 after blood', async () => {
  const platelets = await postPlatelets()
  const accept = (donor: Person) => donor.call(changeAlertPreferences, { body: { alsoPlatelets: true } })
  const donor = await newDonor(bank, { lastDonationDate: siteDate(-27) })
  expect(await refused(() => offerFor(donor, platelets))).toRefuse('platelets-not-chosen')
  await accept(donor)
  expect(await refused(() => offerFor(donor, platelets))).toRefuse(
    'donor-not-eligible',
    `You can give platelets again from ${formatCalendarDate(siteDate(1))}.`,
  )
  const given = (component: 'blood' | 'apheresis-platelets', days: number) => async () => {
    const person = await newDonor(bank)
    await accept(person)
    await add(person, siteDate(-days), { component })
    return offerFor(person, platelets)
  }
  expect((await given('blood', 28)()).status).toBe(201)
  expect((await given('apheresis-platelets', 14)()).status).toBe(201)
  expect(await given('apheresis-platelets', 13)()).toRefuse('donor-not-eligible', expect.any(String))

  const ofOtherGroup = await newDonor(bank, { bloodGroup: 'A+' })
  await accept(ofOtherGroup)
  expect(await refused(() => offerFor(ofOtherGroup, platelets))).toRefuse(
    'incompatible-blood-group',
    'You are A+: platelets of O+ or O− are needed.',
  )
  expect((await offerFor(ofOtherGroup, await postPlatelets({ takesOtherGroups: true }))).status).toBe(201)
})

test('platelets of several donors need no yes, and wait as blood does', async () => {
  const pooled = await postPlatelets({ component: 'pooled-platelets' })
  expect((await offerFor(await newDonor(bank), pooled)).status).toBe(201)
  const resting = await newDonor(bank, { lastDonationDate: siteDate(-119) })
  expect(await refused(() => offerFor(resting, pooled))).toRefuse('donor-not-eligible', expect.any(String))
})

test('who corrects their group keeps an offer of platelets only if the hospital takes the group', async () => {
  for (const [takesOtherGroups, status] of [
    [true, 'offered'],
    [false, 'withdrawn'],
  ] as const) {
    const donor = await newDonor(bank)
    await offerFor(donor, await postPlatelets({ component: 'pooled-platelets', takesOtherGroups }))
    await donor.call(updateOwnDonor, { body: aDonor({ bloodGroup: 'AB+' }) })
    expect(await newestOfferOf(donor)).toMatchObject({ status })
  }
})

test('a donor who rests by choice cannot offer until that day, and is told how to change it', async () => {
  const rest = async (restsUntil: string) => {
    const donor = await newDonor(bank)
    await bank.db.updateTable('donors').set({ restsUntil }).where('userId', '=', donor.id).execute()
    return donor
  }
  const resting = await rest(siteDate(1))
  expect(await refused(() => offerFor(resting, bloodRequest))).toRefuse(
    'donor-not-eligible',
    "You asked not to be asked yet. To offer now, change “Don't ask me before” in your donor profile.",
  )
  expect((await offerFor(await rest(siteDate()), bloodRequest)).status).toBe(201)
})

test('a donation of tomorrow is refused, whoever records it', async () => {
  const { donor, owner, bloodRequest, offer } = await aStandingOffer(bank)
  const id = await profileIdOf(donor)
  const body = { donatedOn: siteDate(1) }
  for (const attempt of [
    () => owner.call(recordDonationOfOffer, { params: { id: offer.id }, body }),
    () => donor.call(sayGave, { params: { id: offer.id }, body }),
    () => donor.call(addDonation, { body }),
    () => admin.call(recordDonationOfDonor, { params: { id }, body }),
    () => admin.call(correctDonation, { params: { id }, body }),
    () => close(owner, bloodRequest, 'fulfilled', { offerIds: [offer.id], ...body }),
  ])
    expect(await refused(attempt)).toRefuse('invalid-input', 'Donation Date cannot be in the future.')
})

test('a donation before the day of the offer is refused, and one on that day is accepted', async () => {
  const { donor, owner, bloodRequest, offer } = await aStandingOffer(bank)
  const donatedOn = siteDate(-1)
  for (const attempt of [
    () => recordGift(owner, offer, donatedOn),
    () => close(owner, bloodRequest, 'fulfilled', { offerIds: [offer.id], donatedOn }),
    () => donor.call(sayGave, { params: { id: offer.id }, body: { donatedOn } }),
  ]) {
    const reply = await refused(attempt)
    expect(reply).toRefuse('donation-before-offer')
    expect(reply.error?.fields).toEqual({ donatedOn: reply.error?.message })
  }
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
