import { BLOOD_GROUPS, type BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { donorGroupsFor } from '@blood-bank/contract/donors/compatibility'
import { groupsThatMeet, NEED_KINDS } from '@blood-bank/contract/donors/components'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import { DAY_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { askedFor, startPlanning, storeDonors, storeUrgentRequest } from '../../../testing/alerts/alerts.ts'
import { newDonor, offered } from '../../../testing/offers/offers.ts'
import { storePreferences } from '../../../testing/stored.ts'
import { makeRequestDue } from '../../blood-requests/store.ts'
import { lockDonorsToAlert } from '../../donors/store.ts'

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
