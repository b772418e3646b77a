import { closeBloodRequest, deleteBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { activateDonor } from '@blood-bank/contract/donors/administration'
import { updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { listContactReveals } from '@blood-bank/contract/offers/contact-reveals'
import { suspendUser } from '@blood-bank/contract/users/administration'
import { expect, test } from 'vitest'
import {
  aStandingOffer,
  close,
  DONOR_NUMBER,
  erase,
  ledgerOf,
  type Member,
  newDonor,
  newestOfferOf,
  OFFER_MADE,
  offered,
  offerFor,
  PATIENT,
  post,
  profileIdOf,
  RELEASED,
  REQUEST_NUMBER,
  receivedOffers,
  recordGift,
  release,
  type StandingOffer,
  siteDate,
  subjectsTo,
  THANKS,
  WITHDRAWN,
  withdraw,
} from '../../testing/offers/offers.ts'
import { aDonor } from '../../testing/person.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })

/** The donor saves the profile. */
const edit = ({ donor }: StandingOffer, form: Parameters<typeof aDonor>[0]) =>
  donor.call(updateOwnDonor, {
    body: { ...aDonor({ bloodGroup: 'B+', contactNumber: DONOR_NUMBER, ...form }) } as never,
  })
const suspend = ({ id }: Member) =>
  admin.call(suspendUser, { params: { id }, body: { reason: 'false-requests' } })

/** Both see each other's contact, and the donor reads about it. */
async function expectContact({ donor, owner, bloodRequest, revealId }: StandingOffer) {
  expect(await receivedOffers(owner, bloodRequest)).toMatchObject([
    { donor: { fullName: expect.any(String), contactNumber: DONOR_NUMBER } },
  ])
  expect(await receivedOffers(admin, bloodRequest)).toMatchObject([{ donor: { contactNumber: null } }])
  const { hospitalName: _, ...people } = PATIENT
  expect(await newestOfferOf(donor)).toMatchObject({
    status: 'offered',
    contact: { ...people, contactNumber: REQUEST_NUMBER },
  })
  const reveals = await donor.call(listContactReveals, { query: {} })
  expect(reveals.body.records).toMatchObject([
    { occasion: 'offer', bloodRequest: { contactPerson: PATIENT.contactPerson }, endedAt: null },
  ])
  const ids = { ownerId: donor.id, viewerId: owner.id }
  expect(await ledgerOf(bank.db, revealId)).toEqual([
    { event: 'began', occasion: 'offer', ...ids, bloodRequestId: bloodRequest.id },
  ])
}

/** Neither of those who are left sees the other's contact; the ledger has both entries. */
async function expectNoContact(
  { donor, owner, bloodRequest, revealId }: StandingOffer,
  { gone, isDeleted }: Pick<Ending, 'gone' | 'isDeleted'> = {},
) {
  if (gone !== 'owner' && !isDeleted)
    for (const { donor } of await receivedOffers(owner, bloodRequest)) expect(donor).toBeNull()
  if (gone !== 'donor') {
    expect((await newestOfferOf(donor))?.contact).toBeNull()
    const { body } = await donor.call(listContactReveals, { query: {} })
    expect(body.records).toMatchObject([{ endedAt: expect.any(String) }])
  }
  expect((await ledgerOf(bank.db, revealId)).map(({ event }) => event)).toEqual(['began', 'ended'])
}

const storedOffer = ({ id }: { id: string }) =>
  bank.db.selectFrom('offers').select(['status', 'wasRefused']).where('id', '=', id).executeTakeFirst()

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

test.each<[string, (situation: StandingOffer) => Promise<unknown>]>([
  ['its donor is no longer available', situation => edit(situation, { isAvailable: false })],
  ['its donor gets another compatible group', situation => edit(situation, { bloodGroup: 'O-' })],
  ['its donor hides the number again', situation => edit(situation, { allowContactVisibility: false })],
  [
    'its request is hidden by reports',
    ({ bloodRequest: { id } }) =>
      bank.db.updateTable('bloodRequests').set({ isHidden: true }).where('id', '=', id).execute(),
  ],
])('an offer stands when %s', async (_, act) => {
  const situation = await aStandingOffer(bank)
  await act(situation)
  await expectContact(situation)
  expect(await subjectsTo(bank, situation.owner)).toEqual([OFFER_MADE])
  expect(await subjectsTo(bank, situation.donor)).toEqual([])
})

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
  // Unlike an ending below, it counts against the trust in the donor's offers.
  expect(await storedOffer(situation.offer)).toEqual({ status: 'released', wasRefused: true })
  expect(await subjectsTo(bank, situation.owner)).toEqual([OFFER_MADE])
  expect(await subjectsTo(bank, situation.donor)).toEqual([RELEASED])
})

/** Something that ends a standing offer, though neither side ends the offer itself. */
type Ending = {
  act: (situation: StandingOffer) => Promise<{ status: number }>
  /** The offer's status afterwards; undefined if it is erased. */
  status: 'released' | 'withdrawn' | undefined
  /** Who can no longer sign in. The contact then ends after a donation, too. */
  gone?: 'donor' | 'owner'
  /** Whether the request is deleted, with the same effect. */
  isDeleted?: boolean
  /** The subjects of the emails to a donor who can still sign in. */
  tells: string[]
}

const ENDINGS: Record<string, Ending> = {
  'its request is cancelled': {
    act: ({ owner, bloodRequest }) => close(owner, bloodRequest, 'cancelled'),
    status: 'released',
    tells: [RELEASED],
  },
  'its request is marked as fulfilled, and nobody of the bank gave': {
    act: ({ owner, bloodRequest }) => close(owner, bloodRequest),
    status: 'released',
    tells: [RELEASED],
  },
  'an admin cancels its request': {
    act: ({ bloodRequest: { id } }) =>
      admin.call(closeBloodRequest, { params: { id }, body: { status: 'cancelled', reason: 'not-real' } }),
    status: 'released',
    tells: [RELEASED],
  },
  'its request is deleted': {
    act: ({ owner, bloodRequest: { id } }) => owner.call(deleteBloodRequest, { params: { id } }),
    status: 'released',
    isDeleted: true,
    tells: [RELEASED],
  },
  'an admin deletes its request': {
    act: ({ bloodRequest: { id } }) =>
      admin.call(deleteBloodRequest, { params: { id }, query: { reason: 'not-real' } }),
    status: 'released',
    isDeleted: true,
    tells: [RELEASED],
  },
  'the owner of its request is suspended': {
    act: ({ owner }) => suspend(owner),
    status: 'released',
    gone: 'owner',
    tells: [RELEASED],
  },
  'the owner of its request erases the account': {
    act: ({ owner }) => erase(owner),
    status: 'released',
    gone: 'owner',
    isDeleted: true,
    tells: [RELEASED],
  },
  'its donor is suspended': {
    act: ({ donor }) => suspend(donor),
    status: 'withdrawn',
    gone: 'donor',
    tells: [],
  },
  'its donor erases the account': {
    act: ({ donor }) => erase(donor),
    status: undefined,
    gone: 'donor',
    tells: [],
  },
  "an admin deactivates its donor's profile": {
    act: async ({ donor }) =>
      admin.call(activateDonor, {
        params: { id: await profileIdOf(donor) },
        body: { isProfileActive: false },
      }),
    status: 'withdrawn',
    tells: ['Your donor profile is Inactive', 'Your offer to donate was withdrawn'],
  },
  "its donor's blood group is changed to an incompatible one": {
    act: situation => edit(situation, { bloodGroup: 'A+' }),
    status: 'withdrawn',
    tells: [],
  },
}

test.each(Object.entries(ENDINGS))('an offer ends when %s, and the other side is told', async (_, ending) => {
  const { status, gone, isDeleted = false } = ending
  const situation = await aStandingOffer(bank)
  const { donor, owner, offer, bloodRequest } = situation
  expect([200, 204]).toContain((await ending.act(situation)).status)
  expect(await storedOffer(offer)).toEqual(status && { status, wasRefused: false })
  await expectNoContact(situation, ending)
  if (gone !== 'donor') expect(await subjectsTo(bank, donor)).toEqual(ending.tells)
  if (status !== 'released') {
    expect(await subjectsTo(bank, owner)).toEqual([OFFER_MADE, WITHDRAWN])
    return
  }
  expect(await newestOfferOf(donor)).toMatchObject({
    status,
    bloodRequest: isDeleted ? null : { id: bloodRequest.id },
  })
  // The donor can offer for another request.
  expect((await offerFor(donor, await post(await bank.signedInAs()))).status).toBe(201)
})

test.each(Object.entries(ENDINGS))(
  'after a donation the contact ends or remains when %s',
  async (_, ending) => {
    const situation = await aStandingOffer(bank)
    await recordGift(situation.owner, situation.offer)
    await ending.act(situation)
    const isOver = ending.gone !== undefined || ending.isDeleted === true
    const entries = await ledgerOf(bank.db, situation.revealId)
    expect(entries.map(({ event }) => event)).toEqual(isOver ? ['began', 'ended'] : ['began'])
    if (ending.gone !== 'donor') expect((await newestOfferOf(situation.donor))?.contact === null).toBe(isOver)
  },
)

test('an erased person is blanked in the ledger, and the entries stay', async () => {
  for (const gone of ['donor', 'owner'] as const) {
    const situation = await aStandingOffer(bank)
    await erase(situation[gone])
    const ids = { ownerId: situation.donor.id, viewerId: situation.owner.id }
    const left = { ...ids, [gone === 'donor' ? 'ownerId' : 'viewerId']: null }
    expect(await ledgerOf(bank.db, situation.revealId)).toMatchObject([
      { event: 'began', ...left },
      { event: 'ended', ...left },
    ])
  }
})

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
