import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests'
import {
  addDonation,
  correctDonation,
  disputeDonation,
  listDonationsOfDonor,
  listOwnDonations,
  recordDonationOfDonor,
  undoDonation,
} from '@blood-bank/contract/donations'
import { activateDonor, readOwnDonor, updateOwnDonor } from '@blood-bank/contract/donors'
import { eraseOwnAccount } from '@blood-bank/contract/own-account'
import { liftSuspension, suspendUser } from '@blood-bank/contract/users'
import { beforeEach, expect, test } from 'vitest'
import { aDonor } from '../../testing/builders.ts'
import {
  close,
  DONOR_NUMBER,
  ledgerEvents,
  type Member,
  newDonor,
  newestOfferOf,
  offered,
  offerFor,
  post,
  receivedOffers,
  recordGift,
  siteDate,
} from '../../testing/offers.ts'
import type { Person } from '../../testing/person.ts'
import { PASSWORD, startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })
const HOUR_MS = 3_600_000
const INTERVAL_DAYS = 120
let owner: Member
let donor: Member
let bloodRequest: { id: string }
let offer: { id: string }

beforeEach(async () => {
  owner = await bank.signedInAs()
  donor = await newDonor(bank, { bloodGroup: 'B+' })
  bloodRequest = await post(owner, { unitsRequired: 2 })
  offer = await offered(donor, bloodRequest)
})

/** Acts some time later. */
async function after<T>(ms: number, act: () => Promise<T>): Promise<T> {
  bank.advance(ms)
  try {
    return await act()
  } finally {
    bank.advance(-ms)
  }
}

const undo = (person: Person, id: string) => person.call(undoDonation, { params: { id } })
const dispute = (person: Person, id: string) => person.call(disputeDonation, { params: { id } })
const correct = (person: Person, id: string, donatedOn: string) =>
  person.call(correctDonation, { params: { id }, body: { donatedOn } })
const add = (donatedOn: string) => donor.call(addDonation, { body: { donatedOn } })
const profileId = async (member = donor) => (await member.call(readOwnDonor)).body.donor?.id ?? ''
const recordAsAdmin = async (donatedOn: string) =>
  admin.call(recordDonationOfDonor, { params: { id: await profileId() }, body: { donatedOn } })
const history = async () => (await donor.call(listOwnDonations, { query: {} })).body

/** When the donor can donate again; null for at once. */
const eligibleFrom = async () => (await donor.call(readOwnDonor)).body.donor?.eligibleFrom
const afterInterval = (donatedOn: string) => siteDate(INTERVAL_DAYS, new Date(donatedOn))

async function gave(person: Person = owner, donatedOn = siteDate()): Promise<string> {
  const { body } = await recordGift(person, offer, donatedOn)
  return body.donation?.id ?? ''
}
const auditOf = () =>
  bank.db
    .selectFrom('auditEntries')
    .select(['actorId', 'action', 'before', 'after'])
    .where('targetId', '=', donor.id)
    .orderBy('id')
    .execute()
const subjectsTo = async ({ user }: Member) =>
  (await bank.mailsTo(user?.email ?? '')).map(({ subject }) =>
    subject.replace(' · University Blood Bank', ''),
  )
const THANKS = 'Thank you for giving blood'
const UNDONE = 'A donation was removed from your record'

test('the requester records a donation: the donor is thanked, has it in the history, and cannot give for the interval', async () => {
  const { body } = await recordGift(owner, offer)
  expect(body).toMatchObject({
    status: 'donated',
    donor: { contactNumber: DONOR_NUMBER },
    donation: { donatedOn: siteDate(), undoableUntil: expect.any(String) },
  })
  expect(await history()).toMatchObject({
    records: [{ donatedOn: siteDate(), recordedBy: 'requester', disputedAt: null }],
    total: 1,
  })
  expect(await eligibleFrom()).toBe(afterInterval(siteDate()))
  expect(await subjectsTo(donor)).toEqual([THANKS])
  expect(await auditOf()).toEqual([])
  const listed = await owner.call(listOwnBloodRequests, { query: {} })
  expect(listed.body.records).toMatchObject([{ unitsGiven: 1, offersStanding: 0, status: 'active' }])
})

test("an admin records a donation for somebody else's request, with an audit entry", async () => {
  const { body } = await recordGift(admin, offer)
  expect(body).toMatchObject({
    status: 'donated',
    donor: { contactNumber: null },
    donation: { undoableUntil: null },
  })
  expect(await history()).toMatchObject({ records: [{ recordedBy: 'admin' }] })
  const audit = [
    { actorId: admin.id, action: 'donation-changed', before: null, after: { donatedOn: siteDate() } },
  ]
  expect(await auditOf()).toEqual(audit)
  // The requester did not record it, so the requester cannot undo it.
  expect(await undo(owner, body.donation?.id ?? '')).toRefuse('donation-not-found')
})

test("a donation that the donor has added becomes the requester's, and counts once", async () => {
  const own = await add(siteDate())
  expect([own.status, own.body.recordedBy]).toEqual([201, 'donor'])
  expect(await gave()).toBe(own.body.id)
  expect(await history()).toMatchObject({ records: [{ id: own.body.id, recordedBy: 'requester' }], total: 1 })
  // It is no longer the donor's to remove; it can be disputed.
  expect(await undo(donor, own.body.id)).toRefuse('donation-not-found')
  expect((await dispute(donor, own.body.id)).status).toBe(200)
})

test('the requester undoes a donation within 24 hours: the offer stands again, the date falls back, the donor is told', async () => {
  const id = await gave()
  const undone = await after(23 * HOUR_MS, () => undo(owner, id))
  expect(undone.status).toBe(204)
  expect(await receivedOffers(owner, bloodRequest)).toMatchObject([
    { status: 'offered', settledAt: null, donor: { contactNumber: DONOR_NUMBER }, donation: null },
  ])
  expect(await newestOfferOf(donor)).toMatchObject({ status: 'offered', contact: expect.any(Object) })
  expect(await history()).toMatchObject({ records: [], total: 0 })
  expect(await eligibleFrom()).toBeNull()
  // The number was shown all the time: it is one reveal.
  expect(await ledgerEvents(bank.db, offer)).toEqual(['began'])
  expect(await subjectsTo(donor)).toEqual([THANKS, UNDONE])
  expect(await undo(owner, id)).toRefuse('donation-not-found')
})

test('after 24 hours only an admin undoes it, with an audit entry', async () => {
  const id = await gave()
  await after(24 * HOUR_MS + 60_000, async () => {
    expect(await undo(owner, id)).toRefuse('too-late-to-undo')
    expect(await history()).toMatchObject({ total: 1 })
    expect((await undo(admin, id)).status).toBe(204)
  })
  expect(await history()).toMatchObject({ total: 0 })
  expect(await auditOf()).toEqual([
    { actorId: admin.id, action: 'donation-changed', before: { donatedOn: siteDate() }, after: null },
  ])
})

test('a donation that is undone after its request was closed releases the offer, and ends the contact', async () => {
  const id = await gave()
  await close(owner, bloodRequest)
  expect(await newestOfferOf(donor)).toMatchObject({ status: 'donated', contact: expect.any(Object) })
  await undo(owner, id)
  expect(await newestOfferOf(donor)).toMatchObject({ status: 'released', contact: null })
  expect(await receivedOffers(owner, bloodRequest)).toMatchObject([{ status: 'released', donor: null }])
  expect(await ledgerEvents(bank.db, offer)).toEqual(['began', 'ended'])
})

test('a donation that is undone while the donor offers elsewhere releases the offer', async () => {
  const id = await gave()
  // The interval has passed by a correction of an admin.
  await correct(admin, id, siteDate(-200))
  const another = await post(await bank.signedInAs())
  expect((await offerFor(donor, another)).status).toBe(201)
  expect((await undo(owner, id)).status).toBe(204)
  expect(await receivedOffers(owner, bloodRequest)).toMatchObject([{ status: 'released', donor: null }])
  expect(await newestOfferOf(donor)).toMatchObject({ status: 'offered' })
})

test.each<[string, () => Promise<unknown>]>([
  [
    'was suspended',
    () => admin.call(suspendUser, { params: { id: donor.id }, body: { reason: 'false-requests' } }),
  ],
  [
    'was deactivated',
    async () =>
      admin.call(activateDonor, { params: { id: await profileId() }, body: { isProfileActive: false } }),
  ],
  [
    'changed to an incompatible blood group',
    () => donor.call(updateOwnDonor, { body: aDonor({ bloodGroup: 'A+' }) as never }),
  ],
])('a donation that is undone restores no offer of a donor who %s', async (_, change) => {
  const id = await gave()
  await change()
  expect((await undo(owner, id)).status).toBe(204)
  expect(await receivedOffers(owner, bloodRequest)).toMatchObject([{ status: 'released', donor: null }])
  expect(await ledgerEvents(bank.db, offer)).toEqual(['began', 'ended'])
  await admin.call(liftSuspension, { params: { id: donor.id } })
})

test('the contact that has ended after a donation is shown again when an admin undoes it, as a new reveal', async () => {
  const id = await gave()
  await bank.db.updateTable('offers').set({ contactUntil: null }).where('id', '=', offer.id).execute()
  await undo(admin, id)
  expect(await receivedOffers(owner, bloodRequest)).toMatchObject([
    { status: 'offered', donor: { contactNumber: DONOR_NUMBER } },
  ])
  expect(await ledgerEvents(bank.db, offer)).toEqual(['began'])
  const { length } = await bank.db
    .selectFrom('contactReveals')
    .selectAll()
    .where('ownerId', '=', donor.id)
    .where('event', '=', 'began')
    .execute()
  expect(length).toBe(2)
})

test('a donor adds donations given elsewhere; an older one moves nothing, and removing them falls back', async () => {
  const [recent, older] = [siteDate(-30), siteDate(-400)]
  const added = await add(recent)
  expect(await eligibleFrom()).toBe(afterInterval(recent))
  const old = await add(older)
  expect(old.status).toBe(201)
  expect(await eligibleFrom()).toBe(afterInterval(recent))
  expect((await history()).records.map(({ donatedOn }) => donatedOn)).toEqual([recent, older])
  expect((await undo(donor, added.body.id)).status).toBe(204)
  expect(await eligibleFrom()).toBeNull()
  expect((await donor.call(readOwnDonor)).body.donor).toMatchObject({ recordedDonationDate: older })
  expect(await dispute(donor, old.body.id)).toRefuse('own-donation-not-disputed')
  // Nobody is told of what they did themselves.
  expect(await subjectsTo(donor)).toEqual([])
})

test('the later of the date that the donor entered and the recorded donations counts', async () => {
  const entered = siteDate(-10)
  await donor.call(updateOwnDonor, {
    body: { ...aDonor({ bloodGroup: 'B+' }), lastDonationDate: entered } as never,
  })
  await add(siteDate(-50))
  expect(await eligibleFrom()).toBe(afterInterval(entered))
  const id = await gave()
  expect(await eligibleFrom()).toBe(afterInterval(siteDate()))
  await undo(owner, id)
  expect(await eligibleFrom()).toBe(afterInterval(entered))
})

test('a donor disputes a donation: it counts until an admin decides, by correcting or by removing it', async () => {
  const id = await gave()
  const disputed = await dispute(donor, id)
  expect(disputed.body.disputedAt).not.toBeNull()
  expect(await eligibleFrom()).toBe(afterInterval(siteDate()))
  // A second press changes nothing.
  expect((await dispute(donor, id)).body).toEqual(disputed.body)
  for (const person of [owner, admin]) expect(await dispute(person, id)).toRefuse('donation-not-found')

  const corrected = await correct(admin, id, siteDate(-3))
  expect(corrected.body).toMatchObject({ donatedOn: siteDate(-3), disputedAt: null })
  expect(await eligibleFrom()).toBe(afterInterval(siteDate(-3)))
  await undo(admin, id)
  expect(await eligibleFrom()).toBeNull()
  expect(await auditOf()).toEqual([
    {
      actorId: admin.id,
      action: 'donation-changed',
      before: { donatedOn: siteDate() },
      after: { donatedOn: siteDate(-3) },
    },
    { actorId: admin.id, action: 'donation-changed', before: { donatedOn: siteDate(-3) }, after: null },
  ])
})

test('an admin records and lists the donations of a donor', async () => {
  expect((await recordAsAdmin(siteDate(-200))).status).toBe(201)
  expect((await recordAsAdmin(siteDate(-20))).body).toMatchObject({ recordedBy: 'admin' })
  const params = { id: await profileId() }
  const { body } = await admin.call(listDonationsOfDonor, { params, query: {} })
  expect(body.records.map(({ donatedOn }) => donatedOn)).toEqual([siteDate(-20), siteDate(-200)])
  expect(await auditOf()).toMatchObject([
    { after: { donatedOn: siteDate(-200) } },
    { after: { donatedOn: siteDate(-20) } },
  ])
  expect(await recordAsAdmin(siteDate(-20))).toRefuse('donation-already-recorded')
})

test('of everybody else nobody sees, undoes, disputes or corrects a donation', async () => {
  const id = await gave()
  const others = [bank.stranger(), await bank.signedInAs(), await newDonor(bank)]
  for (const [at, person] of others.entries()) {
    const refusal = at === 0 ? 'not-signed-in' : 'donation-not-found'
    expect(await undo(person, id)).toRefuse(refusal)
    expect(await dispute(person, id)).toRefuse(refusal)
    const refusalOfAdmins = at === 0 ? 'not-signed-in' : 'admins-only'
    expect(await correct(person, id, siteDate())).toRefuse(refusalOfAdmins)
    const params = { id: await profileId() }
    expect(await person.call(listDonationsOfDonor, { params, query: {} })).toRefuse(refusalOfAdmins)
    const body = { donatedOn: siteDate() }
    expect(await person.call(recordDonationOfDonor, { params, body })).toRefuse(refusalOfAdmins)
  }
  expect(await correct(owner, id, siteDate())).toRefuse('admins-only')
  expect(await correct(donor, id, siteDate())).toRefuse('admins-only')
  expect(await history()).toMatchObject({ total: 1 })
})

test('the units of a request stay after its donor has erased the account', async () => {
  await gave()
  await donor.call(eraseOwnAccount, { body: { password: PASSWORD } })
  const { body } = await owner.call(listOwnBloodRequests, { query: {} })
  expect(body.records).toMatchObject([{ unitsGiven: 1 }])
  expect(await receivedOffers(owner, bloodRequest)).toEqual([])
})
