import { listContactReveals } from '@blood-bank/contract/offers/contact-reveals'
import { expect, test } from 'vitest'
import { type Ending, named, RELEASING, WITHDRAWING } from '../../testing/offers/endings.ts'
import { ledgerOf } from '../../testing/offers/ledger.ts'
import { OFFER_MADE, RELEASED, subjectsTo, THANKS, WITHDRAWN } from '../../testing/offers/mail-subjects.ts'
import {
  close,
  DONOR_NUMBER,
  type Member,
  newDonor,
  newestOfferOf,
  offered,
  offerFor,
  post,
  receivedOffers,
  release,
  siteDate,
  withdraw,
} from '../../testing/offers/offers.ts'
import { aStandingOffer, type StandingOffer } from '../../testing/offers/standing-offer.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { sample } from '../../testing/test-scope.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })

const statusOf = async ({ offer: { id } }: StandingOffer) =>
  (await bank.db.selectFrom('offers').select('status').where('id', '=', id).executeTakeFirst())?.status

/** Neither of those who are left sees the other's contact; the ledger has both entries. */
async function expectNoContact(
  situation: StandingOffer,
  { gone, isDeleted = false }: Pick<Ending, 'gone' | 'isDeleted'> = {},
) {
  const { donor, owner, bloodRequest } = situation
  if (gone !== 'owner' && !isDeleted)
    for (const { donor } of await receivedOffers(owner, bloodRequest)) expect(donor).toBeNull()
  if (gone !== 'donor') {
    expect((await newestOfferOf(donor))?.contact).toBeNull()
    const { body } = await donor.call(listContactReveals, { query: {} })
    expect(body.records).toMatchObject([{ endedAt: expect.any(String) }])
  }
  expect((await ledgerOf(bank.db, situation.revealId)).map(({ event }) => event)).toEqual(['began', 'ended'])
}

test('withdrawing hides the contact at once, and the requester is told without a name', async () => {
  const situation = await aStandingOffer(bank)
  await withdraw(situation.donor, situation.offer)
  await expectNoContact(situation)
  expect(await subjectsTo(bank, situation.owner)).toEqual([OFFER_MADE, WITHDRAWN])
  expect(await subjectsTo(bank, situation.donor)).toEqual([])
  // A donor who has withdrawn can offer again: a new offer, and a new reveal.
  expect((await offerFor(situation.donor, situation.bloodRequest)).status).toBe(201)
  expect(await receivedOffers(situation.owner, situation.bloodRequest)).toMatchObject([
    { status: 'withdrawn', donor: null },
    { status: 'offered', donor: { contactNumber: DONOR_NUMBER } },
  ])
})

test('"Not needed" hides the contact at once, and the donor is thanked', async () => {
  const situation = await aStandingOffer(bank)
  await release(situation.owner, situation.offer)
  await expectNoContact(situation)
  expect(await subjectsTo(bank, situation.owner)).toEqual([OFFER_MADE])
  expect(await subjectsTo(bank, situation.donor)).toEqual([RELEASED])
})

test.each(named(sample(2, RELEASING)))(
  'an offer is released when %s, and the donor is told',
  async (_, ending) => {
    const situation = await aStandingOffer(bank)
    const reply = await ending.act(situation, admin)
    expect([200, 204]).toContain(reply.status)
    expect(await statusOf(situation)).toBe(ending.status)
    await expectNoContact(situation, ending)
    expect(await newestOfferOf(situation.donor)).toMatchObject({
      status: 'released',
      bloodRequest: ending.isDeleted ? null : { id: situation.bloodRequest.id },
    })
    expect(await subjectsTo(bank, situation.donor)).toEqual([RELEASED])
    // The donor can offer for another request.
    const another = await post(await bank.signedInAs())
    expect((await offerFor(situation.donor, another)).status).toBe(201)
  },
)

test.each(named(sample(2, WITHDRAWING)))(
  'an offer is withdrawn when %s, and the requester is told',
  async (_, ending) => {
    const situation = await aStandingOffer(bank)
    const reply = await ending.act(situation, admin)
    expect(reply.status).toBe(200)
    expect(await statusOf(situation)).toBe(ending.status)
    await expectNoContact(situation, ending)
    expect(await subjectsTo(bank, situation.owner)).toEqual([OFFER_MADE, WITHDRAWN])
    const told = ['Your donor profile is Inactive', 'Your offer to donate was withdrawn']
    if (ending.gone !== 'donor')
      expect(await subjectsTo(bank, situation.donor)).toEqual(ending.notifiesDonor ? told : [])
  },
)

test('marking as fulfilled records who gave, and releases the others', async () => {
  const owner = await bank.signedInAs()
  const bloodRequest = await post(owner, { unitsRequired: 2 })
  const donors = [await newDonor(bank), await newDonor(bank), await newDonor(bank)]
  const offers: { id: string }[] = []
  for (const donor of donors) offers.push(await offered(donor, bloodRequest))
  const offerIds = offers.slice(0, 2).map(({ id }) => id)
  const reply = await close(owner, bloodRequest, 'fulfilled', { offerIds, donatedOn: siteDate() })
  expect(reply.body).toMatchObject({ status: 'fulfilled', unitsGiven: 2, offersStanding: 0 })
  const shown = await receivedOffers(owner, bloodRequest)
  expect(shown.map(({ status, donor }) => [status, donor?.contactNumber])).toEqual([
    ['donated', DONOR_NUMBER],
    ['donated', DONOR_NUMBER],
    ['released', undefined],
  ])
  for (const [at, subject] of [THANKS, THANKS, RELEASED].entries())
    expect(await subjectsTo(bank, donors[at] as Member)).toEqual([subject])
})
