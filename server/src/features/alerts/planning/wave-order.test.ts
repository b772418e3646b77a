import type { BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { donorGroupsFor } from '@blood-bank/contract/donors/compatibility'
import { DAY_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { askedFor, storeDonors, storeUrgentRequest } from '../../../testing/alerts/alerts.ts'
import { startPlanning } from '../../../testing/alerts/planning.ts'

const { bank, plan } = await startPlanning()

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
