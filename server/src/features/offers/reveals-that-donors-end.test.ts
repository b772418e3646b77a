import { searchDonors } from '@blood-bank/contract/donors/endpoints'
import { HOUR_MS } from '@blood-bank/contract/durations'
import { beforeEach, expect, test } from 'vitest'
import { plannerOf } from '../../testing/alerts/alerts.ts'
import { findOfferFaults } from '../../testing/offers/faults.ts'
import {
  afterInterval,
  aStandingOffer,
  close,
  correct,
  DONOR_NUMBER,
  dispute,
  eligibleFrom,
  gave,
  ledgerEvents,
  newestOfferOf,
  offerFor,
  post,
  receivedOffers,
  type StandingOffer,
  siteDate,
  subjectsTo,
  undo,
  WITHDRAWN,
  withdraw,
} from '../../testing/offers/offers.ts'
import type { Person } from '../../testing/person.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })
let { owner, donor, bloodRequest, offer } = {} as StandingOffer

beforeEach(async () => {
  await bank.db.updateTable('donors').set({ isAvailable: false }).execute()
  ;({ owner, donor, bloodRequest, offer } = await aStandingOffer(bank, { unitsRequired: 2 }))
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

test('a dispute ends the contact at once, and the donation moves no date until an admin decides', async () => {
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
  expect(await eligibleFrom(donor)).toBe(afterInterval(siteDate()))
  expect(await searched(owner)).toEqual([afterInterval(siteDate())])
  expect(await offerFor(donor, another)).toRefuse('donor-not-eligible', expect.any(String))
  expect(await seenByOwner()).toEqual(['donated', null])
})
