import { closeBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { formatCalendarDate } from '@blood-bank/contract/donors/eligibility'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { updateOwnDonor } from '@blood-bank/contract/donors/profile'
import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'
import { listOwnOffers } from '@blood-bank/contract/offers/endpoints'
import {
  chooseRest,
  type RestChoice,
  sayTurnedAway,
  turnAwayDonor,
  undoTurnedAway,
} from '@blood-bank/contract/offers/turned-away'
import { expect, test } from 'vitest'
import { createKeyedHash } from '../../platform/secrets/hashes.ts'
import { createIdTokens } from '../../platform/secrets/id-tokens.ts'
import {
  aStandingOffer,
  close,
  DONOR_NUMBER,
  ledgerOf,
  newDonor,
  newestOfferOf,
  OFFER_MADE,
  offered,
  offerFor,
  post,
  receivedOffers,
  recordGift,
  revealIdOf,
  type StandingOffer,
  siteDate,
  subjectsTo,
  WITHDRAWN,
} from '../../testing/offers/offers.ts'
import { passWaits } from '../../testing/pass-time.ts'
import { aDonor, type Person } from '../../testing/person.ts'
import { AUTH_SECRET, startTestApp } from '../../testing/test-app.ts'
import { createRestTokens } from './rest-links.ts'

const bank = await startTestApp()

type Id = { id: string }
const turnAway = (person: Person, { id }: Id) => person.call(turnAwayDonor, { params: { id } })
const undo = (person: Person, { id }: Id) => person.call(undoTurnedAway, { params: { id } })
const sayOfOneself = (person: Person, { id }: Id) => person.call(sayTurnedAway, { params: { id } })

const restOf = async ({ donor }: StandingOffer) => (await donor.call(readOwnDonor)).body.donor?.restsUntil
/** The donor chooses another day; empty for no rest. */
const choose = ({ donor }: StandingOffer, restsUntil: string) =>
  donor.call(updateOwnDonor, {
    body: { ...aDonor({ bloodGroup: 'O-', contactNumber: DONOR_NUMBER }), restsUntil },
  })

const COMING = 'Thank you for coming'

test('a donor whom the hospital could not take is thanked, rests for two weeks and loses the contact; the request stays open', async () => {
  const situation = await aStandingOffer(bank)
  const { owner, donor, bloodRequest, offer, revealId } = situation
  const reply = await turnAway(owner, offer)
  expect(reply).toMatchObject({ status: 200, body: { status: 'released', donor: null, donation: null } })
  const until = reply.body.turnedAway?.undoableUntil ?? ''
  expect(Date.parse(until) - Date.parse(reply.body.settledAt ?? '')).toBe(24 * HOUR_MS)
  expect(await receivedOffers(owner, bloodRequest)).toEqual([reply.body])
  expect(await newestOfferOf(donor)).toMatchObject({
    status: 'released',
    isTurnedAway: true,
    contact: null,
    bloodRequest: { status: 'active' },
  })
  expect((await ledgerOf(bank.db, revealId)).map(({ event }) => event)).toEqual(['began', 'ended'])
  expect(await restOf(situation)).toBe(siteDate(14))
  expect(await subjectsTo(bank, donor)).toEqual([COMING])
  const stored = await bank.db.selectFrom('offers').selectAll().where('id', '=', offer.id).executeTakeFirst()
  expect(stored).toMatchObject({ result: 'turned-away', resultBy: 'requester', wasRefused: false })
  expect(await bank.db.selectFrom('donations').where('offerId', '=', offer.id).selectAll().execute()).toEqual(
    [],
  )
})

test('they cannot offer for that request again, and for others from the day that they choose', async () => {
  const situation = await aStandingOffer(bank)
  const { owner, donor, bloodRequest, offer } = situation
  await turnAway(owner, offer)
  const other = await post(await bank.signedInAs())
  expect(await offerFor(donor, other)).toRefuse('donor-not-eligible', expect.any(String))
  await choose(situation, '')
  expect(await offerFor(donor, bloodRequest)).toRefuse('offer-turned-away')
  expect((await offerFor(donor, other)).status).toBe(201)
})

test('a rest that the donor has chosen before is not shortened', async () => {
  const situation = await aStandingOffer(bank)
  await choose(situation, siteDate(90))
  await turnAway(situation.owner, situation.offer)
  expect(await restOf(situation)).toBe(siteDate(90))
})

test('what a donor says of themselves, the owner reads and cannot undo', async () => {
  const situation = await aStandingOffer(bank)
  const { owner, donor, bloodRequest, offer } = situation
  expect(await sayOfOneself(donor, offer)).toMatchObject({ status: 200, body: { isTurnedAway: true } })
  expect(await receivedOffers(owner, bloodRequest)).toMatchObject([{ turnedAway: { undoableUntil: null } }])
  expect(await undo(owner, offer)).toRefuse('offer-settled')
  expect(await subjectsTo(bank, donor)).toEqual([COMING])
  expect(await restOf(situation)).toBe(siteDate(14))
})

test('the owner undoes it once: the offer stands again with the number, as a new reveal, and the rest ends', async () => {
  const situation = await aStandingOffer(bank)
  const { owner, donor, offer } = situation
  await turnAway(owner, offer)
  expect(await undo(owner, offer)).toMatchObject({
    status: 200,
    body: { status: 'offered', settledAt: null, donor: { contactNumber: DONOR_NUMBER } },
  })
  expect(await restOf(situation)).toBeNull()
  const { revealId } = await bank.db
    .selectFrom('offers')
    .select('revealId')
    .where('id', '=', offer.id)
    .executeTakeFirstOrThrow()
  expect((await ledgerOf(bank.db, revealId)).map(({ event }) => event)).toEqual(['began'])
  // Neither email was sent yet, and one contradicts the other.
  expect(await subjectsTo(bank, donor)).toEqual([])
  expect((await turnAway(owner, offer)).body.turnedAway).toEqual({ undoableUntil: null })
  expect(await undo(owner, offer)).toRefuse('offer-settled')
})

test('a donor who has read the email is told that it was undone', async () => {
  const { owner, donor, offer } = await aStandingOffer(bank)
  await turnAway(owner, offer)
  await subjectsTo(bank, donor)
  await undo(owner, offer)
  expect(await subjectsTo(bank, donor)).toEqual([COMING, 'About your offer to give blood'])
})

test('undone, an offer stands again in place of another one, of which both are told; a day that was chosen stays', async () => {
  const situation = await aStandingOffer(bank)
  const { owner, donor, offer } = situation
  await turnAway(owner, offer)
  await choose(situation, '')
  const elsewhere = await bank.signedInAs()
  const other = await offered(donor, await post(elsewhere))
  const otherReveal = await revealIdOf(bank.db, other)
  expect(await subjectsTo(bank, elsewhere)).toEqual([OFFER_MADE])
  await choose(situation, siteDate(30))
  expect((await undo(owner, offer)).body).toMatchObject({ status: 'offered' })
  expect((await donor.call(listOwnOffers, { query: {} })).body.records).toMatchObject([
    { id: other.id, status: 'released', contact: null },
    { id: offer.id, status: 'offered' },
  ])
  expect((await ledgerOf(bank.db, otherReveal)).map(({ event }) => event)).toEqual(['began', 'ended'])
  expect(await restOf(situation)).toBe(siteDate(30))
  await passWaits(bank.db)
  const mail = (await bank.mailsTo(donor.user?.email ?? '')).at(-1)
  expect(mail?.text).toContain('Your offer for that request stands again')
  expect(mail?.text).toContain('Your offer for another request has ended for it')
  expect(await subjectsTo(bank, elsewhere)).toEqual([OFFER_MADE, WITHDRAWN])
})

test('after 24 hours it is not undone', async () => {
  const late = await aStandingOffer(bank)
  await turnAway(late.owner, late.offer)
  await bank.db
    .updateTable('offers')
    .set({ settledAt: new Date(Date.now() - 24 * HOUR_MS - 60_000) })
    .where('id', '=', late.offer.id)
    .execute()
  expect(await undo(late.owner, late.offer)).toRefuse('offer-settled')
})

test('of answers at once, one stands', async () => {
  const { owner, donor, offer } = await aStandingOffer(bank)
  const replies = await Promise.all([
    turnAway(owner, offer),
    sayOfOneself(donor, offer),
    recordGift(owner, offer),
    turnAway(owner, offer),
  ])
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
})

test('whoever marks a request as fulfilled says whom the hospital could not take, and they are not told that they are not needed', async () => {
  const situation = await aStandingOffer(bank)
  const { owner, donor, bloodRequest, offer } = situation
  const other = await newDonor(bank)
  const gift = await offered(other, bloodRequest)
  const closeWith = (turnedAwayIds: string[]) =>
    owner.call(closeBloodRequest, {
      params: { id: bloodRequest.id },
      body: {
        status: 'fulfilled',
        donorsWhoGave: { offerIds: [gift.id], donatedOn: siteDate() },
        turnedAwayIds,
      },
    })
  const elsewhere = await aStandingOffer(bank)
  expect(await closeWith([elsewhere.offer.id])).toRefuse('offer-not-found')
  expect((await closeWith([offer.id])).status).toBe(200)
  expect(
    (await receivedOffers(owner, bloodRequest)).map(({ status, turnedAway }) => [status, !!turnedAway]),
  ).toEqual([
    ['released', true],
    ['donated', false],
  ])
  expect(await subjectsTo(bank, donor)).toEqual([COMING])
  expect(await restOf(situation)).toBe(siteDate(14))
  // The request is closed: undone, the offer is only released.
  expect((await undo(owner, offer)).body).toMatchObject({ status: 'released', donor: null })
  expect(await restOf(situation)).toBeNull()
})

test('only of a fulfilled request donors were turned away', async () => {
  const { owner, bloodRequest, offer } = await aStandingOffer(bank)
  const body = { status: 'cancelled' as const, turnedAwayIds: [offer.id] }
  expect(await owner.call(closeBloodRequest, { params: { id: bloodRequest.id }, body })).toRefuse(
    'invalid-input',
    'Only of a fulfilled request donors were turned away.',
  )
})

const pathIn = (text: string) => /\S+(\/unsubscribe\/rest-[\w-]{65})\n/.exec(text)?.[1] ?? ''

/** A donor who was turned away, and the path of the link in the email to them. */
async function turnedAwayWithLink() {
  const situation = await aStandingOffer(bank)
  await turnAway(situation.owner, situation.offer)
  await passWaits(bank.db)
  const [mail] = await bank.mailsTo(situation.donor.user?.email ?? '')
  return { ...situation, path: pathIn(mail?.text ?? '') }
}

const chooseWith = (path: string, rest: RestChoice, person: Person = bank.stranger()) =>
  person.call(chooseRest, { body: { token: path.slice('/unsubscribe/rest-'.length), rest } })

test.each([
  ['two-weeks', 14],
  ['month', 30],
  ['three-months', 90],
] as const)(
  'by the link in the email they rest for %s, also after a longer choice, after the request and twice',
  async (rest, days) => {
    const situation = await turnedAwayWithLink()
    const { owner, bloodRequest, path } = situation
    await choose(situation, siteDate(200))
    await close(owner, bloodRequest, 'cancelled')
    for (const person of [bank.stranger(), owner]) {
      const { status, body } = await chooseWith(path, rest, person)
      expect([status, body.message]).toEqual([
        200,
        `Done. We won't ask you before ${formatCalendarDate(siteDate(days))}.`,
      ])
    }
    expect(await restOf(situation)).toBe(siteDate(days))
  },
)

test('by the link they are asked again when they say so; a day chosen later still says how', async () => {
  const situation = await turnedAwayWithLink()
  const read = async () => (await situation.donor.call(readOwnDonor)).body.donor
  const turnOn = 'To be asked again, turn on “Available to donate” on your dashboard.'
  expect((await chooseWith(situation.path, 'when-i-say')).body.message).toBe(
    `Done. We won't ask you until you say so. ${turnOn}`,
  )
  expect(await read()).toMatchObject({ isAvailable: false, restsUntil: null })
  expect((await chooseWith(situation.path, 'month')).body.message).toContain(`. ${turnOn}`)
  expect(await read()).toMatchObject({ isAvailable: false, restsUntil: siteDate(30) })
})

test('opening the link changes nothing; a link that is forged, of another kind, undone or 30 days old is refused', async () => {
  const situation = await turnedAwayWithLink()
  const { owner, donor, offer, path } = situation
  for (const method of ['GET', 'HEAD', 'OPTIONS'] as const)
    await bank.app.inject({ method, url: path, headers: { cookie: String(donor.cookie) } })
  await bank.app.inject({ method: 'POST', url: path })
  expect(await restOf(situation)).toBe(siteDate(14))

  const other = await turnedAwayWithLink()
  const start = '/unsubscribe/rest-'.length + 22
  const forged = [
    other.path.slice(0, start) + path.slice(start),
    path.slice(0, -1) + (path.endsWith('A') ? 'B' : 'A'),
    `/unsubscribe/rest-${createRestTokens('another secret that is long enough too').tokenOf(offer.id)}`,
    `/unsubscribe/rest-${createIdTokens(createKeyedHash(AUTH_SECRET, 'unsubscribing')).tokenOf(offer.id)}`,
    `/unsubscribe/rest-${createRestTokens(AUTH_SECRET).tokenOf(donor.id)}`,
    `/unsubscribe/rest-${offer.id}`,
  ]
  for (const one of forged) expect(await chooseWith(one, 'month'), one).toRefuse('rest-link-not-valid')
  const body = { token: path.slice(18), rest: 'a-year' as RestChoice }
  expect(await bank.stranger().call(chooseRest, { body })).toRefuse(
    'invalid-input',
    'Please choose when we may ask you again.',
  )
  expect(await restOf(situation)).toBe(siteDate(14))

  const setSettled = (ageMs: number) =>
    bank.db
      .updateTable('offers')
      .set({ settledAt: new Date(Date.now() - ageMs) })
      .where('id', '=', offer.id)
      .execute()
  await setSettled(30 * DAY_MS + HOUR_MS)
  expect(await chooseWith(path, 'month')).toRefuse('rest-link-not-valid')
  await setSettled(30 * DAY_MS - HOUR_MS)
  expect((await chooseWith(path, 'two-weeks')).status).toBe(200)
  await setSettled(0)
  await undo(owner, offer)
  expect(await chooseWith(path, 'month')).toRefuse('rest-link-not-valid')
})
