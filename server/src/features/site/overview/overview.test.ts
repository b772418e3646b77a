import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import { type Charts, readOverview } from '@blood-bank/contract/site/overview'
import { expect, test } from 'vitest'
import { MAX_AGE_MS } from '../../../platform/http/replies/shared-reply.ts'
import { MAX_ATTEMPTS } from '../../../platform/mail/outbox.ts'
import { aBloodRequest, type Person } from '../../../testing/person.ts'
import { storeAlert, storeBloodRequest, storeDonor, storeOffer, storeUser } from '../../../testing/stored.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { computeCharts } from './store.ts'

const bank = await startTestApp()
const admin = await bank.signedInAs({ role: 'admin' })

/** The overview after the shared result has expired. */
const overview = async () => {
  bank.advance(MAX_AGE_MS + 1)
  return (await admin.call(readOverview)).body
}

/** The overview of a bank in which there is only the admin. */
const EMPTY = {
  donors: 0,
  donorsToVerify: 0,
  donorsToClaim: 0,
  users: 1,
  bloodRequests: { active: 0, fulfilled: 0, cancelled: 0 },
  unitsGiven: 0,
  requestsWithoutOffer: 0,
  requestsHeldBack: 0,
  disputedDonations: { total: 0, records: [] },
  deadMails: 0,
  deliveryFaults: {
    mailsGivenUp: 0,
    pushesGivenUp: 0,
    textsGivenUp: 0,
    textError: null,
    textLimitReached: null,
    unverifiedMails: null,
    planningDelayMinutes: 0,
  },
  lowSpaceMegabytes: null,
  isTimeZoneMissing: false,
  numberWarnings: [],
  alertWarnings: [],
  contradictionWarnings: [],
  reportsWaiting: { total: 0, visibleRequests: 0, hiddenRequests: 0 },
}

test('the overview of an empty bank counts only the admin', async () => {
  expect(await overview()).toEqual(EMPTY)
})

test('donors are counted whatever their state and as far as they wait for verification, requests by their status', async () => {
  await storeDonor(bank.db, { isAvailable: false })
  await storeDonor(bank.db, { isProfileActive: false })
  for (const status of ['active', 'active', 'active', 'fulfilled', 'fulfilled', 'cancelled'] as const)
    await storeBloodRequest(bank.db, { userId: admin.id, status })
  expect(await overview()).toEqual({
    ...EMPTY,
    donors: 2,
    donorsToVerify: 1,
    users: 3,
    bloodRequests: { active: 3, fulfilled: 2, cancelled: 1 },
  })
})

test('a failed email is counted, and a waiting one is not', async () => {
  for (const attempts of [0, MAX_ATTEMPTS - 1, MAX_ATTEMPTS])
    await bank.db
      .insertInto('outbox')
      .values({ kind: 'verify-email', recipient: 'rima@example.edu', attempts, lastError: null })
      .execute()
  expect((await overview()).deadMails).toBe(1)
})

const counted = async (person: Pick<Person, 'call'>) =>
  (await person.call(readOverview)).body.bloodRequests.active

test('a change appears within a second, to the admin who made it, to others, and at another server', async () => {
  const [other, elsewhere] = [
    await bank.signedInAs({ role: 'admin' }),
    (await bank.anotherServer()).stranger(),
  ]
  elsewhere.cookie = other.cookie
  const before = (await overview()).bloodRequests.active
  for (const person of [other, elsewhere]) expect(await counted(person)).toBe(before)
  await admin.call(postBloodRequest, { body: aBloodRequest() })
  bank.advance(MAX_AGE_MS + 1)
  for (const person of [admin, other, elsewhere]) expect(await counted(person)).toBe(before + 1)
})

test('from 40 donors asked in 24 hours on, the overview names the requester, also after the request was deleted', async () => {
  const asked = await storeUser(bank.db)
  const other = await storeUser(bank.db)
  const storeAlerts = async (requesterId: string, count: number, alertedAt: Date) => {
    for (let nth = 0; nth < count; nth += 1)
      await storeAlert(bank.db, { bloodRequestId: null, requesterId, userId: other.id, alertedAt })
  }
  await storeAlerts(asked.id, 39, bank.now())
  await storeAlerts(asked.id, 5, new Date(bank.now().getTime() - 25 * 3_600_000))
  expect((await overview()).alertWarnings).toEqual([])
  await storeAlerts(asked.id, 1, bank.now())
  expect((await overview()).alertWarnings).toEqual([
    { userId: asked.id, email: asked.email, donorsAsked: 40 },
  ])
})

test('whoever three donors of a month contradict is named: a mailbox once, and no donor twice', async () => {
  const said = await storeUser(bank.db, { email: 'said@example.edu' })
  const sameMailbox = await storeUser(bank.db, { email: 'said+1@example.edu' })
  const contradict = async (owner: { id: string }, donor: { id: string }, days: number) => {
    const { id: bloodRequestId } = await storeBloodRequest(bank.db, { userId: owner.id })
    const settledAt = new Date(bank.now().getTime() - days * 86_400_000)
    const offer = { userId: donor.id, bloodRequestId, status: 'donated' as const, settledAt }
    await storeOffer(bank.db, { ...offer, resultContradicted: true })
  }
  const [first, second, third] = [
    await storeUser(bank.db),
    await storeUser(bank.db),
    await storeUser(bank.db),
  ] as const
  await contradict(said, first, 1)
  await contradict(said, first, 2)
  await contradict(sameMailbox, second, 29)
  await contradict(said, third, 31)
  expect((await overview()).contradictionWarnings).toEqual([])
  await contradict(sameMailbox, third, 3)
  expect((await overview()).contradictionWarnings).toEqual([
    { userId: sameMailbox.id, email: sameMailbox.email, donors: 3 },
  ])
})

const { db } = bank
/** A Thursday. In Dhaka, Monday begins at 18:00 UTC of the Sunday. */
const chart = (timeZone = 'Asia/Dhaka') => computeCharts(db, { today: '2026-11-19', timeZone })
const busy = ({ weeks }: Charts) =>
  weeks.filter(({ active, fulfilled, cancelled }) => active + fulfilled + cancelled > 0)

test('an empty bank has twelve weeks and eight groups with nothing in them', async () => {
  const { weeks, availableDonors } = await chart()
  expect(weeks).toHaveLength(12)
  expect([weeks[0], weeks.at(-1)]).toEqual([
    { monday: '2026-08-31', active: 0, fulfilled: 0, cancelled: 0 },
    { monday: '2026-11-16', active: 0, fulfilled: 0, cancelled: 0 },
  ])
  expect(availableDonors).toEqual(BLOOD_GROUPS.map(bloodGroup => ({ bloodGroup, donors: 0, unitsAsked: 0 })))
})

test("requests count in the week of the site's time zone in which they were posted, by their current status", async () => {
  const { id: userId } = await storeUser(db)
  for (const [requestedAt, status] of [
    ['2026-08-30T17:59:59Z', 'active'],
    ['2026-08-30T18:00:00Z', 'fulfilled'],
    ['2026-11-15T17:59:59Z', 'cancelled'],
    ['2026-11-15T18:00:00Z', 'active'],
    ['2026-11-18T12:00:00Z', 'active'],
    ['2026-11-19T04:59:00Z', 'cancelled'],
  ] as const)
    await storeBloodRequest(db, { userId, requestedAt: new Date(requestedAt), status })
  expect(busy(await chart())).toEqual([
    { monday: '2026-08-31', active: 0, fulfilled: 1, cancelled: 0 },
    { monday: '2026-11-09', active: 0, fulfilled: 0, cancelled: 1 },
    { monday: '2026-11-16', active: 2, fulfilled: 0, cancelled: 1 },
  ])
  // PostgreSQL reads it as six hours west of Greenwich.
  expect(await chart('+06:00')).toEqual(await chart())
  expect(busy(await chart('UTC')).map(({ monday }) => monday)).toEqual(['2026-11-09', '2026-11-16'])
})

test('the charts count the donors that a search finds, and the units that were asked for in these weeks', async () => {
  await storeDonor(db, { bloodGroup: 'B-' })
  await storeDonor(db, { bloodGroup: 'B-', isVerified: true })
  await storeDonor(db, { bloodGroup: 'B-', isAvailable: false })
  await storeDonor(db, { bloodGroup: 'B-', isProfileActive: false })
  for (const bloodRequest of [
    { unitsRequired: 2 },
    { unitsRequired: 3, status: 'fulfilled' },
    { unitsRequired: 100, status: 'cancelled' },
    { unitsRequired: 7, requestedAt: new Date('2026-08-30T17:59:59Z') },
  ] as const)
    await storeBloodRequest(db, {
      requiredBloodGroup: 'B-',
      requestedAt: new Date('2026-11-18T12:00:00Z'),
      ...bloodRequest,
    })
  const { availableDonors } = await chart()
  expect(availableDonors).toContainEqual({ bloodGroup: 'B-', donors: 2, unitsAsked: 5 })
})
