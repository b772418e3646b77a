import { listContactReveals } from '@blood-bank/contract/offers/contact-reveals'
import { expect, test } from 'vitest'
import { edit, erase, named, RELEASING, WITHDRAWING } from '../../testing/offers/endings.ts'
import { ledgerOf } from '../../testing/offers/ledger.ts'
import { OFFER_MADE, subjectsTo } from '../../testing/offers/mail-subjects.ts'
import {
  DONOR_NUMBER,
  newestOfferOf,
  PATIENT,
  REQUEST_NUMBER,
  receivedOffers,
  recordGift,
} from '../../testing/offers/offers.ts'
import { aStandingOffer, type StandingOffer } from '../../testing/offers/standing-offer.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { sample, TRIES_ALL } from '../../testing/test-scope.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })

/** Both see each other's contact, and the donor reads about it. */
async function expectContact(situation: StandingOffer) {
  const { donor, owner, bloodRequest } = situation
  expect(await receivedOffers(owner, bloodRequest)).toMatchObject([
    { donor: { fullName: expect.any(String), contactNumber: DONOR_NUMBER } },
  ])
  expect(await receivedOffers(admin, bloodRequest)).toMatchObject([{ donor: { contactNumber: null } }])
  expect(await newestOfferOf(donor)).toMatchObject({
    contact: {
      patientName: PATIENT.patientName,
      contactPerson: PATIENT.contactPerson,
      contactNumber: REQUEST_NUMBER,
    },
  })
  const reveals = await donor.call(listContactReveals, { query: {} })
  expect(reveals.body.records).toMatchObject([
    { occasion: 'offer', bloodRequest: { contactPerson: PATIENT.contactPerson }, endedAt: null },
  ])
  expect(await ledgerOf(bank.db, situation.revealId)).toEqual([
    {
      event: 'began',
      occasion: 'offer',
      ownerId: donor.id,
      viewerId: owner.id,
      bloodRequestId: bloodRequest.id,
    },
  ])
}

test('an offer shows donor and requester to each other, the requester is mailed, and others see no number', async () => {
  const situation = await aStandingOffer(bank)
  await expectContact(situation)
  expect(await subjectsTo(bank, situation.owner)).toEqual([OFFER_MADE])
  expect(await subjectsTo(bank, situation.donor)).toEqual([])
})

test('an admin sees the number of a donor who allows everyone to see it', async () => {
  const situation = await aStandingOffer(bank)
  await edit(situation, { allowContactVisibility: true })
  expect(await receivedOffers(admin, situation.bloodRequest)).toMatchObject([
    { donor: { contactNumber: DONOR_NUMBER } },
  ])
})

const CHANGES: [string, (situation: StandingOffer) => Promise<unknown>][] = [
  ['its donor is no longer available', situation => edit(situation, { isAvailable: false })],
  [
    "its donor's blood group is changed to a compatible one",
    situation => edit(situation, { bloodGroup: 'O-' }),
  ],
  ['its donor hides the number again', situation => edit(situation, { allowContactVisibility: false })],
  [
    'its request is hidden by reports',
    ({ bloodRequest: { id } }) =>
      bank.db.updateTable('bloodRequests').set({ isHidden: true }).where('id', '=', id).execute(),
  ],
]

test.each(sample(2, CHANGES))('an offer stands when %s', async (_, act) => {
  const situation = await aStandingOffer(bank)
  await act(situation)
  expect((await newestOfferOf(situation.donor))?.status).toBe('offered')
  await expectContact(situation)
  expect(await subjectsTo(bank, situation.owner)).toEqual([OFFER_MADE])
  expect(await subjectsTo(bank, situation.donor)).toEqual([])
})

const ENDINGS = named([...RELEASING, ...WITHDRAWING])

test.each(TRIES_ALL ? ENDINGS : ENDINGS.filter((_, place) => place % 4 === 0))(
  'after a donation the contact ends or remains when %s',
  async (_, ending) => {
    const situation = await aStandingOffer(bank)
    await recordGift(situation.owner, situation.offer)
    await ending.act(situation, admin)
    const isOver = ending.gone !== undefined || ending.isDeleted === true
    expect((await ledgerOf(bank.db, situation.revealId)).map(({ event }) => event)).toEqual(
      isOver ? ['began', 'ended'] : ['began'],
    )
    if (ending.gone !== 'donor') expect((await newestOfferOf(situation.donor))?.contact === null).toBe(isOver)
  },
)

test('an erased person is blanked in the ledger, and the entries stay', async () => {
  const situation = await aStandingOffer(bank)
  await erase(situation.donor)
  expect(await ledgerOf(bank.db, situation.revealId)).toMatchObject([
    { event: 'began', ownerId: null, viewerId: situation.owner.id },
    { event: 'ended', ownerId: null, viewerId: situation.owner.id },
  ])
  const other = await aStandingOffer(bank)
  await erase(other.owner)
  expect(await ledgerOf(bank.db, other.revealId)).toMatchObject([
    { event: 'began', ownerId: other.donor.id, viewerId: null },
    { event: 'ended', ownerId: other.donor.id, viewerId: null },
  ])
})
