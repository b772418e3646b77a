import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import type { Charts } from '@blood-bank/contract/site/overview'
import { expect, test } from 'vitest'
import { storeBloodRequest, storeDonor, storeUser } from '../../../testing/stored.ts'
import { startTestApp } from '../../../testing/test-app.ts'
import { computeCharts } from './store.ts'

const bank = await startTestApp()
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
  expect(availableDonors).toEqual(BLOOD_GROUPS.map(bloodGroup => ({ bloodGroup, donors: 0 })))
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

test('the charts count the donors that a search finds', async () => {
  await storeDonor(db, { bloodGroup: 'AB-' })
  await storeDonor(db, { bloodGroup: 'AB-', isVerified: true })
  await storeDonor(db, { bloodGroup: 'AB-', isAvailable: false })
  await storeDonor(db, { bloodGroup: 'AB-', isProfileActive: false })
  const { availableDonors } = await chart()
  expect(availableDonors).toContainEqual({ bloodGroup: 'AB-', donors: 2 })
})
