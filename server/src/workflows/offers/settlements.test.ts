import { deleteBloodRequest } from '@blood-bank/contract/blood-requests'
import { listContactReveals } from '@blood-bank/contract/contact-reveals'
import { activateDonor, updateOwnDonor } from '@blood-bank/contract/donors'
import { eraseOwnAccount } from '@blood-bank/contract/own-account'
import { suspendUser } from '@blood-bank/contract/users'
import { expect, test } from 'vitest'
import { aDonor } from '../../testing/builders.ts'
import { containsNumber } from '../../testing/fuzz/faults/leaks.ts'
import {
  close,
  DONOR_NUMBER,
  type Member,
  newDonor,
  newestOfferOf,
  offered,
  offerFor,
  PATIENT,
  post,
  REQUEST_NUMBER,
  receivedOffers,
  recordGift,
  release,
  siteDate,
  withdraw,
} from '../../testing/offers.ts'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })

/** A donor of group B+ and the owner of a request for B+, with whatever stands between them. */
type Situation = {
  donor: Member
  owner: Member
  bloodRequest: { id: string }
  offer: { id: string; revealId: string }
}

async function aStandingOffer(): Promise<Situation> {
  const owner = await bank.signedInAs()
  const donor = await newDonor(bank, { bloodGroup: 'B+', fullName: 'Kamrul Hasan' })
  const bloodRequest = await post(owner)
  const { id } = await offered(donor, bloodRequest)
  const { revealId } = await bank.db
    .selectFrom('offers')
    .select('revealId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return { donor, owner, bloodRequest, offer: { id, revealId } }
}

const ledgerOf = ({ offer: { revealId } }: Situation) =>
  bank.db
    .selectFrom('contactReveals')
    .select(['event', 'ownerId', 'viewerId', 'bloodRequestId', 'occasion'])
    .where('revealId', '=', revealId)
    .orderBy('occurredAt')
    .execute()

/** The subjects of the emails to somebody; none contains a name or a number of the patient, requester or donor. */
async function subjectsTo({ user }: Member): Promise<string[]> {
  const mails = await bank.mailsTo(user?.email ?? '')
  for (const { subject, text } of mails) {
    for (const name of [...Object.values(PATIENT), 'Kamrul']) expect(`${subject} ${text}`).not.toContain(name)
    for (const number of [DONOR_NUMBER, REQUEST_NUMBER])
      expect(containsNumber(`${subject} ${text}`, number)).toBe(false)
  }
  return mails.map(({ subject }) => subject.replace(' · University Blood Bank', ''))
}

const OFFER_MADE = 'A donor can give blood for your request'
const WITHDRAWN = 'A donor can no longer come'
const RELEASED = 'You are not needed this time'
const THANKS = 'Thank you for giving blood'

const statusOf = async ({ offer: { id } }: Situation) =>
  (await bank.db.selectFrom('offers').select('status').where('id', '=', id).executeTakeFirst())?.status

const edit = ({ donor }: Situation, form: Parameters<typeof aDonor>[0]) =>
  donor.call(updateOwnDonor, {
    body: { ...aDonor({ bloodGroup: 'B+', contactNumber: DONOR_NUMBER, ...form }) } as never,
  })
const suspend = ({ id }: Member) =>
  admin.call(suspendUser, { params: { id }, body: { reason: 'false-requests' } })
const erase = (person: Member) => person.call(eraseOwnAccount, { body: { password: PASSWORD } })

/** Both see each other's contact, and the donor reads about it. */
async function expectContact(situation: Situation) {
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
  expect(await ledgerOf(situation)).toEqual([
    {
      event: 'began',
      occasion: 'offer',
      ownerId: donor.id,
      viewerId: owner.id,
      bloodRequestId: bloodRequest.id,
    },
  ])
}

/** Neither of those who are left sees the other's contact; the ledger has both entries. */
async function expectNoContact(
  situation: Situation,
  { gone, isDeleted = false }: { gone?: 'donor' | 'owner'; isDeleted?: boolean } = {},
) {
  const { donor, owner, bloodRequest } = situation
  if (gone !== 'owner' && !isDeleted)
    for (const { donor } of await receivedOffers(owner, bloodRequest)) expect(donor).toBeNull()
  if (gone !== 'donor') {
    expect((await newestOfferOf(donor))?.contact).toBeNull()
    const { body } = await donor.call(listContactReveals, { query: {} })
    expect(body.records).toMatchObject([{ endedAt: expect.any(String) }])
  }
  expect((await ledgerOf(situation)).map(({ event }) => event)).toEqual(['began', 'ended'])
}

test('an offer shows donor and requester to each other, the requester is mailed, and others see no number', async () => {
  const situation = await aStandingOffer()
  await expectContact(situation)
  expect(await subjectsTo(situation.owner)).toEqual([OFFER_MADE])
  expect(await subjectsTo(situation.donor)).toEqual([])
})

test('an admin sees the number of a donor who allows everyone to see it', async () => {
  const situation = await aStandingOffer()
  await edit(situation, { allowContactVisibility: true })
  expect(await receivedOffers(admin, situation.bloodRequest)).toMatchObject([
    { donor: { contactNumber: DONOR_NUMBER } },
  ])
})

test('withdrawing hides the contact at once, and the requester is told without a name', async () => {
  const situation = await aStandingOffer()
  await withdraw(situation.donor, situation.offer)
  await expectNoContact(situation)
  expect(await subjectsTo(situation.owner)).toEqual([OFFER_MADE, WITHDRAWN])
  expect(await subjectsTo(situation.donor)).toEqual([])
  // A donor who has withdrawn can offer again: a new offer, and a new reveal.
  expect((await offerFor(situation.donor, situation.bloodRequest)).status).toBe(201)
  expect(await receivedOffers(situation.owner, situation.bloodRequest)).toMatchObject([
    { status: 'withdrawn', donor: null },
    { status: 'offered', donor: { contactNumber: DONOR_NUMBER } },
  ])
})

test('"Not needed" hides the contact at once, and the donor is thanked', async () => {
  const situation = await aStandingOffer()
  await release(situation.owner, situation.offer)
  await expectNoContact(situation)
  expect(await subjectsTo(situation.owner)).toEqual([OFFER_MADE])
  expect(await subjectsTo(situation.donor)).toEqual([RELEASED])
})

type Ending = {
  what: string
  status: 'released' | 'withdrawn' | undefined
  act: (situation: Situation) => Promise<{ status: number }>
  gone?: 'donor' | 'owner'
  isDeleted?: boolean
}

const RELEASING: Ending[] = [
  {
    what: 'its request is cancelled',
    status: 'released',
    act: ({ owner, bloodRequest }) => close(owner, bloodRequest, 'cancelled'),
  },
  {
    what: 'its request is marked as fulfilled, and nobody of the bank gave',
    status: 'released',
    act: ({ owner, bloodRequest }) => close(owner, bloodRequest),
  },
  {
    what: 'an admin cancels its request',
    status: 'released',
    act: ({ bloodRequest }) => close(admin, bloodRequest, 'cancelled'),
  },
  {
    what: 'its request is deleted',
    status: 'released',
    act: ({ owner, bloodRequest: { id } }) => owner.call(deleteBloodRequest, { params: { id } }),
    isDeleted: true,
  },
  {
    what: 'an admin deletes its request',
    status: 'released',
    act: ({ bloodRequest: { id } }) => admin.call(deleteBloodRequest, { params: { id } }),
    isDeleted: true,
  },
  {
    what: 'the owner of its request is suspended',
    status: 'released',
    act: ({ owner }) => suspend(owner),
    gone: 'owner',
  },
  {
    what: 'the owner of its request erases the account',
    status: 'released',
    act: ({ owner }) => erase(owner),
    gone: 'owner',
    isDeleted: true,
  },
]
const WITHDRAWING: Ending[] = [
  { what: 'its donor is suspended', status: 'withdrawn', act: ({ donor }) => suspend(donor), gone: 'donor' },
  {
    what: 'its donor erases the account',
    status: undefined,
    act: ({ donor }) => erase(donor),
    gone: 'donor',
  },
  {
    what: "an admin deactivates its donor's profile",
    status: 'withdrawn',
    async act({ donor }) {
      const { id } = await donorRow(donor)
      return admin.call(activateDonor, { params: { id }, body: { isProfileActive: false } })
    },
  },
  {
    what: "its donor's blood group is changed to an incompatible one",
    status: 'withdrawn',
    act: situation => edit(situation, { bloodGroup: 'A+' }),
  },
]

const donorRow = ({ id }: Member) =>
  bank.db.selectFrom('donors').selectAll().where('userId', '=', id).executeTakeFirstOrThrow()

const named = (endings: Ending[]) => endings.map(ending => [ending.what, ending] as const)

test.each(named(RELEASING))('an offer is released when %s, and the donor is told', async (_, ending) => {
  const situation = await aStandingOffer()
  const reply = await ending.act(situation)
  expect([200, 204]).toContain(reply.status)
  expect(await statusOf(situation)).toBe(ending.status)
  await expectNoContact(situation, ending)
  expect(await newestOfferOf(situation.donor)).toMatchObject({
    status: 'released',
    bloodRequest: ending.isDeleted ? null : { id: situation.bloodRequest.id },
  })
  expect(await subjectsTo(situation.donor)).toEqual([RELEASED])
  // The donor can offer for another request.
  const another = await post(await bank.signedInAs())
  expect((await offerFor(situation.donor, another)).status).toBe(201)
})

test.each(named(WITHDRAWING))(
  'an offer is withdrawn when %s, and the requester is told',
  async (_, ending) => {
    const situation = await aStandingOffer()
    const reply = await ending.act(situation)
    expect(reply.status).toBe(200)
    expect(await statusOf(situation)).toBe(ending.status)
    await expectNoContact(situation, ending)
    expect(await subjectsTo(situation.owner)).toEqual([OFFER_MADE, WITHDRAWN])
    if (ending.gone !== 'donor') expect(await subjectsTo(situation.donor)).toEqual([])
  },
)

test.each<[string, (situation: Situation) => Promise<unknown>]>([
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
])('an offer stands when %s', async (_, act) => {
  const situation = await aStandingOffer()
  await act(situation)
  expect(await statusOf(situation)).toBe('offered')
  await expectContact(situation)
  expect(await subjectsTo(situation.owner)).toEqual([OFFER_MADE])
  expect(await subjectsTo(situation.donor)).toEqual([])
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
    expect(await subjectsTo(donors[at] as Member)).toEqual([subject])
})

test.each(named([...RELEASING, ...WITHDRAWING]))(
  'after a donation the contact ends or remains when %s',
  async (_, ending) => {
    const situation = await aStandingOffer()
    await recordGift(situation.owner, situation.offer)
    await ending.act(situation)
    const isOver = ending.gone !== undefined || ending.isDeleted === true
    expect((await ledgerOf(situation)).map(({ event }) => event)).toEqual(
      isOver ? ['began', 'ended'] : ['began'],
    )
    if (ending.gone !== 'donor') expect((await newestOfferOf(situation.donor))?.contact === null).toBe(isOver)
  },
)

test('an erased person is blanked in the ledger, and the entries stay', async () => {
  const situation = await aStandingOffer()
  await erase(situation.donor)
  expect(await ledgerOf(situation)).toMatchObject([
    { event: 'began', ownerId: null, viewerId: situation.owner.id },
    { event: 'ended', ownerId: null, viewerId: situation.owner.id },
  ])
  const other = await aStandingOffer()
  await erase(other.owner)
  expect(await ledgerOf(other)).toMatchObject([
    { event: 'began', ownerId: other.donor.id, viewerId: null },
    { event: 'ended', ownerId: other.donor.id, viewerId: null },
  ])
})
