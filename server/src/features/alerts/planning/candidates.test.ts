import { BLOOD_GROUPS, type BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { donorGroupsFor } from '@blood-bank/contract/donors/compatibility'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import { groupsThatMeet, NEED_KINDS } from '@blood-bank/contract/donors/needs'
import { DAY_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { createDatabase, createPool } from '../../../platform/database/connection.ts'
import {
  askedFor,
  plannerOf,
  startPlanning,
  storeDonors,
  storeUrgentRequest,
} from '../../../testing/alerts/alerts.ts'
import { newDonor, offered } from '../../../testing/offers/offers.ts'
import { storePreferences } from '../../../testing/stored.ts'
import { makeRequestDue } from '../../blood-requests/store.ts'
import type { BloodRequestRow } from '../../blood-requests/tables.ts'
import { lockDonorsToAlert } from '../../donors/store.ts'
import { insertAlerts } from '../store.ts'
import { findWaitingAlert } from '../waiting-alert.ts'

const { bank, plan } = await startPlanning()

/** The day of the planner's clock. */
const TODAY = '2027-03-03'

test.each<[string, Parameters<typeof storeDonors>[2]]>([
  ['unavailable', { isAvailable: false }],
  ['deactivated', { isProfileActive: false }],
  ['of a suspended account', { isHidden: true }],
  ['of a group that cannot be given', { bloodGroup: 'A+' }],
  ['within the interval', { lastDonationDate: '2027-02-01' }],
  ['resting by choice', { restsUntil: '2027-03-04' }],
  ['paused', { alertsFrom: new Date('2027-03-04T06:00:00Z') }],
])('a donor who is %s is not asked', async (_, more = {}) => {
  await storeDonors(bank, 1)
  await bank.db.updateTable('donors').set(more).execute()
  const request = await storeUrgentRequest(bank)
  await plan()
  expect(await askedFor(bank, request)).toEqual([])
})

test('a donor who begins to rest while a wave is planned is not asked', async () => {
  const [resting = '', other = ''] = await storeDonors(bank, 2)
  await bank.db
    .updateTable('donors')
    .set({ restsUntil: '2027-03-10' })
    .where('userId', '=', resting)
    .execute()
  const day = { intervalDays: 120, plateletIntervalDays: 14, today: '2027-03-09' }
  const locked = await lockDonorsToAlert(bank.db, [resting, other], {
    component: 'blood',
    day,
    now: bank.now(),
  })
  expect(locked.map(({ userId }) => userId)).toEqual([other])
})

test('the owner, donors with an unverified email and those who have offered elsewhere are not asked', async () => {
  const busy = await newDonor(bank)
  await offered(busy, await storeUrgentRequest(bank, { nextWaveAt: null }))
  const [unverified = '', owner = '', other] = await storeDonors(bank, 3)
  await bank.db.updateTable('users').set({ emailVerified: false }).where('id', '=', unverified).execute()
  const request = await storeUrgentRequest(bank, { userId: owner })
  await plan()
  expect(await askedFor(bank, request)).toEqual([other])
})

test('the requests of before the upgrade ask nobody', async () => {
  await storeDonors(bank, 3)
  const request = await storeUrgentRequest(bank, { confirmedAt: null })
  await plan()
  await makeRequestDue({ id: request.id, now: bank.now() }).execute(bank.db)
  expect(await plan()).toBe(0)
  expect(await askedFor(bank, request)).toEqual([])
})

/** Of donors of the patient's group, the first say that they are also asked for platelets. @returns those */
async function storeWilling(willing: number, others: number): Promise<string[]> {
  const userIds = (await storeDonors(bank, willing + others)).slice(0, willing)
  for (const userId of userIds) await storePreferences(bank.db, { userId, alsoPlatelets: true })
  return userIds
}

const PLATELETS = { requiredBloodGroup: 'O-', component: 'apheresis-platelets' } as const

test.each([
  [0, 0],
  [1, 1],
  [15, 15],
  [16, 16],
  [30, 24],
])(
  'of %i donors who said yes to platelets by machine, %i are asked at once, and nobody else',
  async (willing, asked) => {
    const userIds = await storeWilling(willing, 30)
    const request = await storeUrgentRequest(bank, PLATELETS)
    await plan()
    const first = await askedFor(bank, request)
    expect(first).toHaveLength(asked)
    bank.advance(10 * MINUTE_MS)
    await plan()
    expect(new Set(await askedFor(bank, request))).toEqual(new Set(userIds))
  },
)

test('for platelets of several donors, as for blood, nobody has to say yes', async () => {
  await storeWilling(1, 3)
  const request = await storeUrgentRequest(bank, { ...PLATELETS, component: 'pooled-platelets' })
  await plan()
  expect(await askedFor(bank, request)).toHaveLength(4)
})

test('who says yes later is asked in the next wave, and who takes it back before the email is sent gets none', async () => {
  const [early = '', late = ''] = await storeDonors(bank, 2)
  await storePreferences(bank.db, { userId: early, alsoPlatelets: true })
  const request = await storeUrgentRequest(bank, PLATELETS)
  await plan()
  await bank.db.updateTable('alertPreferences').set({ alsoPlatelets: false }).execute()
  await storePreferences(bank.db, { userId: late, alsoPlatelets: true })
  bank.advance(10 * MINUTE_MS)
  await plan()
  expect(await askedFor(bank, request)).toEqual([early, late])
  const alerts = await bank.db.selectFrom('alerts').select(['id', 'userId']).execute()
  const waiting = await Promise.all(alerts.map(({ id }) => findWaitingAlert(bank.db, id, bank.now())))
  expect(waiting.flatMap(alert => alert?.userId ?? [])).toEqual([late])
})

test('who takes it back while a wave is planned is not asked, and two servers ask nobody twice', async () => {
  const [unwilling = '', ...willing] = await storeWilling(13, 0)
  const requests = [await storeUrgentRequest(bank, PLATELETS), await storeUrgentRequest(bank, PLATELETS)]
  await bank.db
    .updateTable('alertPreferences')
    .set({ alsoPlatelets: false })
    .where('userId', '=', unwilling)
    .execute()
  const [{ id, userId }] = requests as [BloodRequestRow, BloodRequestRow]
  const alerts = await insertAlerts(bank.db, {
    bloodRequest: { id, userId, urgency: 'urgent', component: 'apheresis-platelets' },
    newRequester: null,
    userIds: [unwilling],
    need: Buffer.alloc(32),
    kind: 'wave',
    requesterHasRecord: true,
    alertedAt: bank.now(),
    weeklyAlerts: Number.POSITIVE_INFINITY,
  })
  expect(alerts).toEqual([])
  const pool = createPool(bank.address, () => {}, { hasTimeouts: false })
  await Promise.all([plan(), plannerOf(bank, createDatabase(pool))()])
  await pool.end()
  bank.advance(3_000)
  await plan()
  for (const request of requests)
    expect((await askedFor(bank, request)).toSorted()).toEqual(willing.toSorted())
})

/** Plans a wave of 24, and counts those who were asked by their group. */
async function countAsked(requiredBloodGroup: BloodGroup): Promise<Record<string, number>> {
  const request = await storeUrgentRequest(bank, { requiredBloodGroup })
  await plan()
  const asked = await askedFor(bank, request)
  const donors = await bank.db.selectFrom('donors').select(['userId', 'bloodGroup']).execute()
  const groups = donors.filter(({ userId }) => asked.includes(userId)).map(({ bloodGroup }) => bloodGroup)
  return Object.fromEntries(
    [...Map.groupBy(groups, group => group)].map(([group, all]) => [group, all.length]),
  )
}

test.each<[BloodGroup, Record<string, number>]>([
  ['A+', { 'A+': 9, 'A-': 9, 'O+': 6 }],
  ['B-', { 'B-': 9, 'O-': 9 }],
  ['AB+', { 'AB+': 9, 'AB-': 9, 'A+': 6 }],
])('for %s the exact group is asked first, then the others in their order: %j', async (group, asked) => {
  for (const bloodGroup of donorGroupsFor(group).toReversed()) await storeDonors(bank, 9, { bloodGroup })
  expect(await countAsked(group)).toEqual(asked)
})

test.each(
  NEED_KINDS.flatMap(kind => BLOOD_GROUPS.map(requiredBloodGroup => ({ ...kind, requiredBloodGroup }))),
)(
  'of donors of all groups those are asked who meet $component for $requiredBloodGroup, others taken: $takesOtherGroups',
  async need => {
    const donors = new Map<string, BloodGroup>()
    for (const bloodGroup of BLOOD_GROUPS)
      for (const userId of await storeDonors(bank, 1, { bloodGroup })) donors.set(userId, bloodGroup)
    for (const userId of donors.keys()) await storePreferences(bank.db, { userId, alsoPlatelets: true })
    const request = await storeUrgentRequest(bank, need)
    await plan()
    const asked = (await askedFor(bank, request)).map(userId => donors.get(userId))
    expect(asked.toSorted()).toEqual(groupsThatMeet(need).toSorted())
  },
)

/** The days that pass between two donations of each kind, of the same and of the other. */
test.each([
  ['blood', 120, 28],
  ['pooled-platelets', 120, 28],
  ['apheresis-platelets', 28, 14],
] as const)('for %s those are asked who gave blood %i days ago and platelets %i days ago', async (...row) => {
  const [component, afterBlood, afterPlatelets] = row
  const stored = []
  for (const [blood, platelets] of [
    [0, 0],
    [1, 0],
    [0, 1],
  ] as const)
    stored.push(
      ...(await storeDonors(bank, 1, {
        lastDonationDate: addDays(TODAY, blood - afterBlood),
        recordedPlateletsDate: addDays(TODAY, platelets - afterPlatelets),
      })),
    )
  for (const userId of stored) await storePreferences(bank.db, { userId, alsoPlatelets: true })
  const request = await storeUrgentRequest(bank, { component, requiredBloodGroup: 'O-' })
  await plan()
  expect(await askedFor(bank, request)).toEqual(stored.slice(0, 1))
})

test('within a group those are asked who were asked least recently, and first of all those who never were', async () => {
  const askedDaysAgo = (days: number) => new Date(bank.now().getTime() - days * DAY_MS)
  await storeDonors(bank, 10, { lastAlertedAt: askedDaysAgo(3) })
  const longAgo = await storeDonors(bank, 12, { lastAlertedAt: askedDaysAgo(9) })
  const never = await storeDonors(bank, 12)
  const request = await storeUrgentRequest(bank)
  await plan()
  expect(new Set(await askedFor(bank, request))).toEqual(new Set([...longAgo, ...never]))
})

test('chance decides between others, anew after each alert', async () => {
  const stored = await storeDonors(bank, 40)
  const orders = () => bank.db.selectFrom('donors').select(['userId', 'alertOrder']).execute()
  const before = new Map((await orders()).map(({ userId, alertOrder }) => [userId, alertOrder]))
  const request = await storeUrgentRequest(bank)
  await plan()
  const asked = await askedFor(bank, request)
  expect(asked).toHaveLength(24)
  expect(new Set(asked)).not.toEqual(new Set(stored.slice(0, 24)))
  for (const { userId, alertOrder } of await orders())
    if (asked.includes(userId)) expect(alertOrder).not.toBe(before.get(userId))
    else expect(alertOrder).toBe(before.get(userId))
})
