import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { readOwnDonor } from '@blood-bank/contract/donors/endpoints'
import { AFTER_GIVING } from '@blood-bank/contract/donors/fit-to-give'
import { DAY_MS } from '@blood-bank/contract/durations'
import { listDonationsOfDonor } from '@blood-bank/contract/offers/donations'
import { beforeEach, expect, test } from 'vitest'
import {
  add,
  afterInterval,
  aStandingOffer,
  auditOf,
  correct,
  DONOR_NUMBER,
  dispute,
  eligibleFrom,
  erase,
  gave,
  historyOf,
  profileIdOf,
  receivedOffers,
  recordFor,
  recordGift,
  type StandingOffer,
  siteDate,
  subjectsTo,
  THANKS,
  undo,
} from '../../testing/offers/offers.ts'
import { passWaits } from '../../testing/pass-time.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })
let { owner, donor, bloodRequest, offer } = {} as StandingOffer

beforeEach(async () => {
  ;({ owner, donor, bloodRequest, offer } = await aStandingOffer(bank, { unitsRequired: 2 }))
})

test('the requester records a donation: the donor is thanked, has it in the history, and cannot give for the interval', async () => {
  const { body } = await recordGift(owner, offer)
  expect(body).toMatchObject({
    status: 'donated',
    donor: { contactNumber: DONOR_NUMBER },
    donation: { donatedOn: siteDate(), undoableUntil: expect.any(String) },
  })
  expect(await historyOf(donor)).toMatchObject({
    records: [{ donatedOn: siteDate(), recordedBy: 'requester', disputedAt: null }],
    total: 1,
  })
  expect(await eligibleFrom(donor)).toBe(afterInterval(siteDate()))
  expect(await subjectsTo(bank, donor)).toEqual([THANKS])
  expect(await auditOf(bank.db, donor)).toEqual([])
  const listed = await owner.call(listOwnBloodRequests, { query: {} })
  expect(listed.body.records).toMatchObject([{ unitsGiven: 1, offersStanding: 0, status: 'active' }])
})

test('with the first recorded donation the thank-you says how to take care of oneself, and not with the next', async () => {
  const lastMail = async () => (await bank.mailsTo(donor.user?.email ?? '')).at(-1)?.text
  await recordGift(owner, offer)
  await passWaits(bank.db)
  expect(await lastMail()).toContain(AFTER_GIVING)
  const { donor: old, owner: other, offer: next } = await aStandingOffer(bank)
  await add(old, siteDate(-400))
  await recordGift(other, next)
  await passWaits(bank.db)
  const mails = await bank.mailsTo(old.user?.email ?? '')
  expect(mails.map(({ text }) => text.includes(AFTER_GIVING))).toEqual([false])
})

test('a first donation that is recorded days later comes without what to do today', async () => {
  await bank.db
    .updateTable('offers')
    .set({ offeredAt: new Date(Date.now() - 5 * DAY_MS) })
    .where('id', '=', offer.id)
    .execute()
  await recordGift(owner, offer, siteDate(-2))
  await passWaits(bank.db)
  const [mail] = await bank.mailsTo(donor.user?.email ?? '')
  expect(mail?.text).toContain('Your donation was recorded.')
  expect(mail?.text).not.toContain('Drink plenty')
})

test("an admin records a donation for somebody else's request, with an audit entry", async () => {
  const { body } = await recordGift(admin, offer)
  expect(body).toMatchObject({
    status: 'donated',
    donor: { contactNumber: null },
    donation: { undoableUntil: null },
  })
  expect(await historyOf(donor)).toMatchObject({ records: [{ recordedBy: 'admin' }] })
  const audit = [
    { actorId: admin.id, action: 'donation-changed', before: null, after: { donatedOn: siteDate() } },
  ]
  expect(await auditOf(bank.db, donor)).toEqual(audit)
  // The requester did not record it, so the requester cannot undo it.
  expect(await undo(owner, body.donation?.id ?? '')).toRefuse('donation-not-found')
})

test("a donation that the donor has added becomes the requester's, counts once, and is back if they undo theirs", async () => {
  const own = await add(donor, siteDate())
  expect([own.status, own.body.recordedBy]).toEqual([201, 'donor'])
  const id = await gave(owner, offer)
  expect(await historyOf(donor)).toMatchObject({ records: [{ id, recordedBy: 'requester' }], total: 1 })
  // It is no longer the donor's to remove; it can be disputed.
  for (const gone of [own.body.id, id]) expect(await undo(donor, gone)).toRefuse('donation-not-found')
  expect((await dispute(donor, id)).status).toBe(200)
  expect((await undo(owner, id)).status).toBe(204)
  expect(await historyOf(donor)).toMatchObject({ records: [own.body], total: 1 })
  expect(await eligibleFrom(donor)).toBe(afterInterval(siteDate()))
  expect((await undo(donor, own.body.id)).status).toBe(204)
  expect(await historyOf(donor)).toMatchObject({ total: 0 })
})

test('the donation that replaced the own one can be undone once, and leaves a later one of that day alone', async () => {
  await add(donor, siteDate())
  const id = await gave(owner, offer)
  expect(await receivedOffers(owner, bloodRequest)).toMatchObject([
    { donation: { undoableUntil: expect.any(String) } },
  ])
  await correct(admin, id, siteDate(-3))
  const later = await add(donor, siteDate())
  expect((await undo(owner, id)).status).toBe(204)
  expect(await historyOf(donor)).toMatchObject({ records: [later.body], total: 1 })
})

test('a donation that the donor has added is back when an admin undoes the one of the same day that they recorded', async () => {
  const own = await add(donor, siteDate(-5))
  const recorded = await recordFor(donor, admin, siteDate(-5))
  expect(await historyOf(donor)).toMatchObject({ records: [{ recordedBy: 'admin' }], total: 1 })
  expect((await undo(admin, recorded.body.id)).status).toBe(204)
  expect(await historyOf(donor)).toMatchObject({ records: [own.body], total: 1 })
  expect(await eligibleFrom(donor)).toBe(afterInterval(siteDate(-5)))
  // What the donor has removed stays removed.
  expect((await undo(donor, own.body.id)).status).toBe(204)
  await undo(admin, (await recordFor(donor, admin, siteDate(-5))).body.id)
  expect(await historyOf(donor)).toMatchObject({ total: 0 })
})

test('a donation that an admin has recorded is the one for the request, too, and stays with the admin', async () => {
  const recorded = await recordFor(donor, admin, siteDate())
  expect(await gave(owner, offer)).toBe(recorded.body.id)
  expect(await historyOf(donor)).toMatchObject({ records: [{ recordedBy: 'admin' }], total: 1 })
  const listed = await owner.call(listOwnBloodRequests, { query: {} })
  expect(listed.body.records).toMatchObject([{ unitsGiven: 1, offersStanding: 0 }])
  expect(await undo(owner, recorded.body.id)).toRefuse('donation-not-found')
})

test('a donor adds donations given elsewhere; an older one moves nothing, and removing them falls back', async () => {
  const [recent, older] = [siteDate(-30), siteDate(-400)]
  const added = await add(donor, recent)
  expect(await eligibleFrom(donor)).toBe(afterInterval(recent))
  const old = await add(donor, older)
  expect(old.status).toBe(201)
  expect(await eligibleFrom(donor)).toBe(afterInterval(recent))
  expect((await historyOf(donor)).records.map(({ donatedOn }) => donatedOn)).toEqual([recent, older])
  expect((await undo(donor, added.body.id)).status).toBe(204)
  expect(await eligibleFrom(donor)).toBeNull()
  expect((await donor.call(readOwnDonor)).body.donor).toMatchObject({ recordedDonationDate: older })
  expect(await dispute(donor, old.body.id)).toRefuse('own-donation-not-disputed')
  // Nobody is told of what they did themselves.
  expect(await subjectsTo(bank, donor)).toEqual([])
})

test('a donor disputes a donation: it moves no date until an admin decides, by correcting or by removing it', async () => {
  const id = await gave(owner, offer)
  const disputed = await dispute(donor, id)
  expect(disputed.body.disputedAt).not.toBeNull()
  expect(await eligibleFrom(donor)).toBeNull()
  // A second press changes nothing.
  expect((await dispute(donor, id)).body).toEqual(disputed.body)
  for (const person of [owner, admin]) expect(await dispute(person, id)).toRefuse('donation-not-found')

  const corrected = await correct(admin, id, siteDate(-3))
  expect(corrected.body).toMatchObject({ donatedOn: siteDate(-3), disputedAt: null })
  expect(await eligibleFrom(donor)).toBe(afterInterval(siteDate(-3)))
  await undo(admin, id)
  expect(await eligibleFrom(donor)).toBeNull()
  expect(await auditOf(bank.db, donor)).toEqual([
    {
      actorId: admin.id,
      action: 'donation-changed',
      before: { donatedOn: siteDate() },
      after: { donatedOn: siteDate(-3) },
    },
    { actorId: admin.id, action: 'donation-changed', before: { donatedOn: siteDate(-3) }, after: null },
  ])
})

const PLATELETS = { component: 'apheresis-platelets' } as const

/** In how many days the donor can give blood, and platelets by machine; null for today. */
async function daysToGive() {
  const { body } = await donor.call(readOwnDonor)
  const daysTo = (day: string | null = null) => day && (Date.parse(day) - Date.parse(siteDate())) / DAY_MS
  return [daysTo(body.donor?.eligibleFrom), daysTo(body.donor?.plateletsFrom)]
}

test.each([
  ['platelets', [[-5, PLATELETS]], [23, 9]],
  [
    'blood, then platelets',
    [
      [-10, {}],
      [-5, PLATELETS],
    ],
    [110, 18],
  ],
  [
    'platelets, then blood',
    [
      [-5, PLATELETS],
      [-10, {}],
    ],
    [110, 18],
  ],
  [
    'platelets long after blood',
    [
      [-110, {}],
      [-5, PLATELETS],
    ],
    [23, 9],
  ],
  ['platelets long ago', [[-28, PLATELETS]], [null, null]],
] as const)('who adds %s given elsewhere waits for each kind as long as both require', async (...row) => {
  const [, added, expected] = row
  const ids = []
  for (const [days, given] of added) ids.push((await add(donor, siteDate(days), given)).body.id)
  expect(await daysToGive()).toEqual(expected)
  for (const id of ids) await undo(donor, id)
  expect(await daysToGive()).toEqual([null, null])
})

test("platelets on the day that the donor's profile has for blood count beside it; one donation a day is recorded", async () => {
  await add(donor, siteDate(-5), PLATELETS)
  expect(await add(donor, siteDate(-5))).toRefuse('donation-already-recorded')
  await bank.db
    .updateTable('donors')
    .set({ lastDonationDate: siteDate(-5) })
    .where('userId', '=', donor.id)
    .execute()
  expect(await daysToGive()).toEqual([115, 23])
  const unknown = await add(donor, siteDate(), { component: 'plasma' as never })
  expect([unknown.status, unknown.error?.fields]).toEqual([
    400,
    { component: 'Please select what was given.' },
  ])
})

test.each([
  ['apheresis-platelets', 'apheresis-platelets', [28, 14]],
  ['pooled-platelets', 'blood', [120, 28]],
] as const)(
  'for a request for %s the donor gives %s, and undoing or disputing it moves the same date',
  async (...row) => {
    const [component, given, days] = row
    await bank.db.updateTable('bloodRequests').set({ component }).where('id', '=', bloodRequest.id).execute()
    const id = await gave(owner, offer)
    expect(await historyOf(donor)).toMatchObject({ records: [{ component: given }] })
    expect(await daysToGive()).toEqual(days)
    await dispute(donor, id)
    expect(await daysToGive()).toEqual([null, null])
    await correct(admin, id, siteDate())
    expect(await daysToGive()).toEqual(days)
    await undo(owner, id)
    expect(await daysToGive()).toEqual([null, null])
  },
)

test('an admin corrects what was given, and the log of actions says so', async () => {
  const { body } = await recordFor(donor, admin, siteDate(-5))
  expect((await correct(admin, body.id, siteDate(-5), PLATELETS)).body).toMatchObject(PLATELETS)
  expect(await daysToGive()).toEqual([23, 9])
  expect((await correct(admin, body.id, siteDate(-6))).body).toMatchObject(PLATELETS)
  expect(await auditOf(bank.db, donor)).toMatchObject([
    { after: { donatedOn: siteDate(-5) } },
    { before: { component: 'blood' }, after: PLATELETS },
    { before: PLATELETS, after: { donatedOn: siteDate(-6), ...PLATELETS } },
  ])
})

test('an admin records and lists the donations of a donor', async () => {
  expect((await recordFor(donor, admin, siteDate(-200))).status).toBe(201)
  expect((await recordFor(donor, admin, siteDate(-20))).body).toMatchObject({ recordedBy: 'admin' })
  const params = { id: await profileIdOf(donor) }
  const { body } = await admin.call(listDonationsOfDonor, { params, query: {} })
  expect(body.records.map(({ donatedOn }) => donatedOn)).toEqual([siteDate(-20), siteDate(-200)])
  expect(await auditOf(bank.db, donor)).toMatchObject([
    { after: { donatedOn: siteDate(-200) } },
    { after: { donatedOn: siteDate(-20) } },
  ])
  expect(await recordFor(donor, admin, siteDate(-20))).toRefuse('donation-already-recorded')
})

test('what a donor adds and removes again and again leaves nothing', async () => {
  for (let time = 0; time < 3; time += 1) await undo(donor, (await add(donor, siteDate(-2))).body.id)
  const rows = bank.db.selectFrom('donations').select('id').where('userId', '=', donor.id)
  expect(await rows.execute()).toEqual([])
})

test('the units of a request stay after its donor has erased the account', async () => {
  await gave(owner, offer)
  await erase(donor)
  const { body } = await owner.call(listOwnBloodRequests, { query: {} })
  expect(body.records).toMatchObject([{ unitsGiven: 1 }])
  expect(await receivedOffers(owner, bloodRequest)).toEqual([])
})
