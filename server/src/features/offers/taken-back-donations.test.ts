import { activateDonor } from '@blood-bank/contract/donors/administration'
import { searchDonors } from '@blood-bank/contract/donors/endpoints'
import { updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { HOUR_MS } from '@blood-bank/contract/durations'
import { suspendUser } from '@blood-bank/contract/users/administration'
import { beforeEach, expect, test } from 'vitest'
import { inTransaction } from '../../platform/database/connection.ts'
import { plannerOf } from '../../testing/alerts/alerts.ts'
import { findOfferFaults } from '../../testing/offers/faults.ts'
import {
  afterInterval,
  aStandingOffer,
  auditOf,
  close,
  correct,
  DONOR_NUMBER,
  dispute,
  eligibleFrom,
  gave,
  historyOf,
  ledgerEvents,
  newestOfferOf,
  offerFor,
  post,
  profileIdOf,
  receivedOffers,
  type StandingOffer,
  siteDate,
  subjectsTo,
  THANKS,
  UNDONE,
  undo,
  WITHDRAWN,
  withdraw,
} from '../../testing/offers/offers.ts'
import { passWaits } from '../../testing/pass-time.ts'
import { aDonor, type Person } from '../../testing/person.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { endDueContacts } from './settling.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })
let { owner, donor, bloodRequest, offer } = {} as StandingOffer

beforeEach(async () => {
  ;({ owner, donor, bloodRequest, offer } = await aStandingOffer(bank, { unitsRequired: 2 }))
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

/** Whether the last email to the donor tells that the offer stands again. */
async function isToldOfOffer() {
  await passWaits(bank.db)
  const mails = await bank.mailsTo(donor.user?.email ?? '')
  return mails.at(-1)?.text.includes('Your offer for that request stands again') === true
}

test('the requester undoes a donation within 24 hours: the offer stands again, the date falls back, the donor is told', async () => {
  const id = await gave(owner, offer)
  expect(await subjectsTo(bank, donor)).toEqual([THANKS])
  const undone = await after(23 * HOUR_MS, () => undo(owner, id))
  expect(undone.status).toBe(204)
  expect(await receivedOffers(owner, bloodRequest)).toMatchObject([
    { status: 'offered', settledAt: null, donor: { contactNumber: DONOR_NUMBER }, donation: null },
  ])
  expect(await newestOfferOf(donor)).toMatchObject({ status: 'offered', contact: expect.any(Object) })
  expect(await historyOf(donor)).toMatchObject({ records: [], total: 0 })
  expect(await eligibleFrom(donor)).toBeNull()
  // The number was shown all the time: it is one reveal.
  expect(await ledgerEvents(bank.db, offer)).toEqual(['began'])
  expect(await subjectsTo(bank, donor)).toEqual([THANKS, UNDONE])
  expect(await isToldOfOffer()).toBe(true)
  expect(await undo(owner, id)).toRefuse('donation-not-found')
})

test('a donation is recorded again after it was undone, and is not undone a second time but by an admin', async () => {
  await undo(owner, await gave(owner, offer))
  const again = await gave(owner, offer)
  expect(await historyOf(donor)).toMatchObject({ records: [{ id: again }], total: 1 })
  expect((await receivedOffers(owner, bloodRequest))[0]?.donation).toMatchObject({ undoableUntil: null })
  expect(await undo(owner, again)).toRefuse(
    'donation-undone-before',
    'A donation of this donor for this request was undone before. To correct it, please contact the administrators.',
  )
  expect(await historyOf(donor)).toMatchObject({ total: 1 })
  expect((await undo(admin, again)).status).toBe(204)
  expect(await receivedOffers(owner, bloodRequest)).toMatchObject([{ status: 'offered' }])
})

test('after 24 hours only an admin undoes it, with an audit entry', async () => {
  const id = await gave(owner, offer)
  await after(24 * HOUR_MS + 60_000, async () => {
    expect(await undo(owner, id)).toRefuse('too-late-to-undo')
    expect(await historyOf(donor)).toMatchObject({ total: 1 })
    expect((await undo(admin, id)).status).toBe(204)
  })
  expect(await historyOf(donor)).toMatchObject({ total: 0 })
  expect(await auditOf(bank.db, donor)).toEqual([
    { actorId: admin.id, action: 'donation-changed', before: { donatedOn: siteDate() }, after: null },
  ])
})

test('a donation that is undone after its request was closed releases the offer, and ends the contact', async () => {
  const id = await gave(owner, offer)
  await subjectsTo(bank, donor)
  await close(owner, bloodRequest)
  expect(await newestOfferOf(donor)).toMatchObject({ status: 'donated', contact: expect.any(Object) })
  await undo(owner, id)
  expect(await subjectsTo(bank, donor)).toEqual([THANKS, UNDONE])
  expect(await isToldOfOffer()).toBe(false)
  expect(await newestOfferOf(donor)).toMatchObject({ status: 'released', contact: null })
  expect(await receivedOffers(owner, bloodRequest)).toMatchObject([{ status: 'released', donor: null }])
  expect(await ledgerEvents(bank.db, offer)).toEqual(['began', 'ended'])
})

test('a donation that is undone while the donor offers elsewhere releases the offer', async () => {
  const id = await gave(owner, offer)
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
      admin.call(activateDonor, {
        params: { id: await profileIdOf(donor) },
        body: { isProfileActive: false },
      }),
  ],
  ['has an incompatible group now', () => donor.call(updateOwnDonor, { body: aDonor({ bloodGroup: 'A+' }) })],
])('a donation that is undone restores no offer of a donor who %s', async (_, change) => {
  const id = await gave(owner, offer)
  await change()
  expect((await undo(owner, id)).status).toBe(204)
  expect(await receivedOffers(owner, bloodRequest)).toMatchObject([{ status: 'released', donor: null }])
  expect(await ledgerEvents(bank.db, offer)).toEqual(['began', 'ended'])
})

test('the contact that has ended after a donation is shown again when an admin undoes it, as a new reveal', async () => {
  const id = await gave(owner, offer)
  await after(48 * HOUR_MS + 60_000, () => inTransaction(bank.db, db => endDueContacts(db, bank.now())))
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

/** What the owner of the request sees of the offer: status and number. */
async function seenByOwner() {
  const [received] = await receivedOffers(owner, bloodRequest)
  return [received?.status, received?.donor?.contactNumber ?? null]
}

const searched = async (person: Person) =>
  (await person.call(searchDonors, { query: { bloodGroup: 'B+' } })).body.records.map(
    ({ eligibleFrom }) => eligibleFrom,
  )

test('a donor withdraws within 48 hours after a donation: the reveal ends at once, and the donation stays', async () => {
  await gave(owner, offer)
  expect(await seenByOwner()).toEqual(['donated', DONOR_NUMBER])
  const reply = await withdraw(donor, offer)
  expect(reply.status).toBe(200)
  expect(reply.body).toMatchObject({ status: 'donated', contact: null })
  expect(await seenByOwner()).toEqual(['donated', null])
  expect(await ledgerEvents(bank.db, offer)).toEqual(['began', 'ended'])
  expect(await eligibleFrom(donor)).toBe(afterInterval(siteDate()))
  expect(await subjectsTo(bank, owner)).not.toContain(WITHDRAWN)
  expect(await withdraw(donor, offer)).toRefuse('offer-settled')
  expect(await findOfferFaults(bank.db)).toEqual([])
})

test('a withdrawal after a donation works for a closed request, and not after 48 hours', async () => {
  await close(owner, bloodRequest, 'fulfilled', { offerIds: [offer.id], donatedOn: siteDate() })
  bank.advance(48 * HOUR_MS + 60_000)
  expect(await withdraw(donor, offer)).toRefuse('offer-settled')
  bank.advance(-48 * HOUR_MS - 60_000)
  expect((await withdraw(donor, offer)).body).toMatchObject({ status: 'donated', contact: null })
  expect(await seenByOwner()).toEqual(['donated', null])
})

test.each<[string, (id: string) => Promise<unknown>]>([
  ['withdrawn', () => withdraw(donor, offer)],
  ['disputed the donation', id => dispute(donor, id)],
])('undoing a donation does not reveal the number of a donor who has %s', async (_, end) => {
  const id = await gave(owner, offer)
  await end(id)
  expect((await undo(owner, id)).status).toBe(204)
  expect(await seenByOwner()).toEqual(['withdrawn', null])
  expect(await ledgerEvents(bank.db, offer)).toEqual(['began', 'ended'])
  expect(await findOfferFaults(bank.db)).toEqual([])
  // The donor may agree once more.
  expect((await offerFor(donor, bloodRequest)).status).toBe(201)
})

test('a dispute ends the contact at once, and searches show no date until an admin decides', async () => {
  await bank.db.updateTable('donors').set({ isAvailable: false }).where('userId', '!=', donor.id).execute()
  const plan = plannerOf(bank)
  const id = await gave(owner, offer)
  expect(await searched(owner)).toEqual([afterInterval(siteDate())])
  expect((await dispute(donor, id)).status).toBe(200)
  expect(await seenByOwner()).toEqual(['donated', null])
  expect((await newestOfferOf(donor))?.contact).toBeNull()
  expect(await ledgerEvents(bank.db, offer)).toEqual(['began', 'ended'])
  expect(await searched(owner)).toEqual([null])
  expect(await offerFor(donor, bloodRequest)).toRefuse('already-offered')

  // The donor is asked for another request, and may offer for it.
  await bank.db.updateTable('bloodRequests').set({ nextWaveAt: null }).execute()
  const another = await post(await bank.signedInAs())
  expect(await plan()).toBe(1)

  expect((await correct(admin, id, siteDate())).body.disputedAt).toBeNull()
  expect(await searched(owner)).toEqual([afterInterval(siteDate())])
  expect(await offerFor(donor, another)).toRefuse('donor-not-eligible', expect.any(String))
  expect(await seenByOwner()).toEqual(['donated', null])
})
