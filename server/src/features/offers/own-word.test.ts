import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import {
  sayGave,
  sayTurnedAway,
  turnAwayDonor,
  undoTurnedAway,
} from '@blood-bank/contract/offers/turned-away'
import { expect, test } from 'vitest'
import { verifyDonor } from '../../testing/alerts/alerts.ts'
import { findOfferFaults } from '../../testing/offers/faults.ts'
import {
  add,
  afterInterval,
  aStandingOffer,
  auditOf,
  close,
  DONOR_NUMBER,
  eligibleFrom,
  historyOf,
  ledgerEvents,
  receivedOffers,
  recordGift,
  type StandingOffer,
  siteDate,
  subjectsTo,
  undo,
} from '../../testing/offers/offers.ts'
import type { Person } from '../../testing/person.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { readProgress } from './queries.ts'
import { hasRecord } from './trust.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })

type Id = { id: string }
const sayGift = (person: Person, { id }: Id, donatedOn = siteDate()) =>
  person.call(sayGave, { params: { id }, body: { donatedOn } })
const sayCouldNot = (person: Person, { id }: Id) => person.call(sayTurnedAway, { params: { id } })
const turnAway = (person: Person, { id }: Id) => person.call(turnAwayDonor, { params: { id } })

const unitsGiven = async ({ bloodRequest: { id } }: StandingOffer) =>
  (await readProgress(bank.db, [id])).get(id)?.unitsGiven
const rest = async ({ donor }: StandingOffer) => (await donor.call(readOwnDonor)).body.donor?.restsUntil
const storedOffer = ({ offer: { id } }: StandingOffer) =>
  bank.db.selectFrom('offers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const settledAgo = ({ offer: { id } }: StandingOffer, ms: number) =>
  bank.db
    .updateTable('offers')
    .set({ settledAt: new Date(Date.now() - ms) })
    .where('id', '=', id)
    .execute()
test('who gave says so: their date moves at once, and for the request it counts when its owner says so, too', async () => {
  const situation = await aStandingOffer(bank)
  const { owner, donor, bloodRequest, offer } = situation
  expect(await sayGift(donor, offer)).toMatchObject({
    status: 200,
    body: { status: 'donated', hasSaidGave: true, contact: { contactNumber: expect.any(String) } },
  })
  expect(await eligibleFrom(donor)).toBe(afterInterval(siteDate()))
  expect((await historyOf(donor)).records).toMatchObject([{ recordedBy: 'donor', donatedOn: siteDate() }])
  expect(await unitsGiven(situation)).toBe(0)
  expect(await receivedOffers(owner, bloodRequest)).toMatchObject([
    { donor: { contactNumber: DONOR_NUMBER }, donation: { isUnconfirmed: true, undoableUntil: null } },
  ])
  expect(await ledgerEvents(bank.db, offer)).toEqual(['began'])

  const confirmed = await recordGift(owner, offer)
  expect(confirmed.body.donation).toMatchObject({ donatedOn: siteDate(), isOwnWord: true })
  expect(confirmed.body.donation).not.toHaveProperty('isUnconfirmed')
  expect(await unitsGiven(situation)).toBe(1)
  expect(await recordGift(owner, offer)).toRefuse('offer-settled')
  // Nobody is told what they did themselves.
  expect(await subjectsTo(bank, donor)).toEqual([])
  expect(await findOfferFaults(bank.db)).toEqual([])
})

test('what a trusted donor says counts at once', async () => {
  const situation = await aStandingOffer(bank)
  await verifyDonor(bank, situation.donor)
  await sayGift(situation.donor, situation.offer)
  expect(await unitsGiven(situation)).toBe(1)
  const [received] = await receivedOffers(situation.owner, situation.bloodRequest)
  expect(received?.donation).not.toHaveProperty('isUnconfirmed')
})

test('whoever posted the request says within a day that it does not count; the word of the donor stays', async () => {
  const situation = await aStandingOffer(bank)
  const { owner, donor, bloodRequest, offer } = situation
  await verifyDonor(bank, donor)
  await sayGift(donor, offer)
  const id = (await receivedOffers(owner, bloodRequest))[0]?.donation?.id ?? ''
  expect((await undo(owner, id)).status).toBe(204)
  expect(await unitsGiven(situation)).toBe(0)
  expect(await receivedOffers(owner, bloodRequest)).toMatchObject([{ donation: { isUnconfirmed: true } }])
  expect(await eligibleFrom(donor)).toBe(afterInterval(siteDate()))
  expect(await undo(owner, id)).toRefuse('donation-not-found')
  await recordGift(owner, offer)
  await bank.db
    .updateTable('donations')
    .set({ recordedAt: new Date(Date.now() - 24 * HOUR_MS - 60_000) })
    .where('id', '=', id)
    .execute()
  expect(await undo(owner, id)).toRefuse('too-late-to-undo')
  expect(await findOfferFaults(bank.db)).toEqual([])
})

test('an admin confirms it, which is on record, and gives the owner a record; so does closing the request', async () => {
  const situation = await aStandingOffer(bank)
  const { owner, donor, offer } = situation
  await sayGift(donor, offer)
  const mailbox = owner.user?.email ?? ''
  expect(await hasRecord(bank.db, mailbox, bank.now())).toBe(false)
  expect((await recordGift(admin, offer)).status).toBe(200)
  expect(await unitsGiven(situation)).toBe(1)
  expect(await auditOf(bank.db, donor)).toMatchObject([{ action: 'donation-changed', actorId: admin.id }])
  expect(await hasRecord(bank.db, mailbox, bank.now())).toBe(true)

  const closed = await aStandingOffer(bank)
  await sayGift(closed.donor, closed.offer)
  const gave = { offerIds: [closed.offer.id], donatedOn: siteDate() }
  expect((await close(closed.owner, closed.bloodRequest, 'fulfilled', gave)).body.unitsGiven).toBe(1)
})

test('a donation that the donor has added becomes that of the offer; another request does not take it', async () => {
  const { donor, offer } = await aStandingOffer(bank)
  await add(donor, siteDate())
  expect((await sayGift(donor, offer)).status).toBe(200)
  expect((await historyOf(donor)).total).toBe(1)
  expect(await findOfferFaults(bank.db)).toEqual([])
})

test('within a week a donor says otherwise and back again, and the owner and the dates follow', async () => {
  const situation = await aStandingOffer(bank)
  const { owner, donor, bloodRequest, offer } = situation
  await turnAway(owner, offer)
  await settledAgo(situation, 7 * DAY_MS - HOUR_MS)
  const { settledAt } = await storedOffer(situation)
  expect(await sayGift(donor, offer)).toMatchObject({ status: 200, body: { contact: null } })
  expect(await receivedOffers(owner, bloodRequest)).toMatchObject([
    { status: 'donated', donor: null, donation: { isUnconfirmed: true } },
  ])
  expect(await storedOffer(situation)).toMatchObject({ resultContradicted: true, result: null, settledAt })
  expect(await recordGift(owner, offer)).toMatchObject({ status: 200 })
  expect(await unitsGiven(situation)).toBe(1)

  expect(await sayCouldNot(donor, offer)).toMatchObject({ status: 200, body: { isTurnedAway: true } })
  expect(await receivedOffers(owner, bloodRequest)).toMatchObject([
    { status: 'released', turnedAway: { undoableUntil: null }, donation: null },
  ])
  expect([await unitsGiven(situation), await eligibleFrom(donor), await rest(situation)]).toEqual([
    0,
    siteDate(14),
    siteDate(14),
  ])
  expect(await storedOffer(situation)).toMatchObject({ resultContradicted: false, settledAt })
  expect(await owner.call(undoTurnedAway, { params: { id: offer.id } })).toRefuse('offer-settled')
  expect(await findOfferFaults(bank.db)).toEqual([])
})

test('who says that they gave after all rests no more by that, and is not thanked for having come', async () => {
  const situation = await aStandingOffer(bank)
  const { donor, offer } = situation
  await sayCouldNot(donor, offer)
  await sayGift(donor, offer)
  expect(await rest(situation)).toBeNull()
  expect(await subjectsTo(bank, donor)).toEqual([])
  expect(await storedOffer(situation)).toMatchObject({ resultContradicted: false })
})

test('after a week, or of a donation that others recorded, a donor says nothing else', async () => {
  const late = await aStandingOffer(bank)
  await sayCouldNot(late.donor, late.offer)
  await settledAgo(late, 7 * DAY_MS + HOUR_MS)
  expect(await sayGift(late.donor, late.offer)).toRefuse('offer-settled')

  const given = await aStandingOffer(bank)
  await sayGift(given.donor, given.offer)
  await settledAgo(given, 7 * DAY_MS + HOUR_MS)
  expect(await sayCouldNot(given.donor, given.offer)).toRefuse('offer-settled')

  const recorded = await aStandingOffer(bank)
  await recordGift(recorded.owner, recorded.offer)
  expect(await sayCouldNot(recorded.donor, recorded.offer)).toRefuse('offer-settled')
})

test('a donor who takes their word back by removing the donation is expected again', async () => {
  const { owner, donor, bloodRequest, offer } = await aStandingOffer(bank)
  await sayGift(donor, offer)
  const [donation] = (await historyOf(donor)).records
  expect((await undo(donor, donation?.id ?? '')).status).toBe(204)
  expect(await receivedOffers(owner, bloodRequest)).toMatchObject([
    { status: 'offered', donor: { contactNumber: DONOR_NUMBER } },
  ])
  expect(await eligibleFrom(donor)).toBeNull()
  expect(await findOfferFaults(bank.db)).toEqual([])
})

test('of words of the donor and the owner at once, one stands', async () => {
  const { owner, donor, offer } = await aStandingOffer(bank)
  const replies = await Promise.all([
    sayGift(donor, offer),
    turnAway(owner, offer),
    sayCouldNot(donor, offer),
    recordGift(owner, offer),
  ])
  for (const { status } of replies) expect([200, 409]).toContain(status)
  expect(await findOfferFaults(bank.db)).toEqual([])
})
