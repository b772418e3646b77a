import { BLOOD_GROUPS } from '@blood-bank/contract/donors/blood-groups'
import { addDays } from '@blood-bank/contract/donors/eligibility'
import { DAY_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import { readCampusFigures, readDonorFigures } from '@blood-bank/contract/site/figures'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { calendarDate } from '../../platform/clock/local-time.ts'
import { storeBloodRequest, storeDonation, storeDonor, storeOffer, storeUser } from '../../testing/stored.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const figures = async () => {
  const { donorsReady, activeRequests } = (await bank.stranger().call(readCampusFigures)).body
  return { donorsReady, activeRequests }
}
const owner = await storeUser(bank.db)

const store = async (count: number, one: () => Promise<unknown>) => {
  for (let nth = 0; nth < count; nth += 1) await one()
}

test('a small campus has no figures, because they would identify people', async () => {
  await store(9, () => storeDonor(bank.db))
  expect(await figures()).toEqual({ donorsReady: null, activeRequests: null })
})

test('visitors get the ready donors and active requests, rounded down and at most a minute old', async () => {
  await store(6, () => storeDonor(bank.db))
  await store(3, () => storeDonor(bank.db, { isAvailable: false }))
  await store(3, () => storeDonor(bank.db, { isProfileActive: false }))
  await store(12, () => storeBloodRequest(bank.db, { userId: owner.id }))
  await store(9, () => storeBloodRequest(bank.db, { userId: owner.id, status: 'fulfilled' }))
  bank.advance(30_000)
  expect(await figures()).toEqual({ donorsReady: null, activeRequests: null })
  bank.advance(30_000)
  expect(await figures()).toEqual({ donorsReady: 10, activeRequests: 10 })
})

test('a failed count is not cached', async () => {
  bank.advance(60_000)
  await sql`alter table donors rename to away`.execute(bank.owner)
  expect((await bank.stranger().send('GET', readCampusFigures.path)).status).toBe(500)
  await sql`alter table away rename to donors`.execute(bank.owner)
  expect(await figures()).toEqual({ donorsReady: 10, activeRequests: 10 })
})

/** The figures that are not null, by group. */
const donorFigures = async () => {
  const { groups } = (await bank.stranger().call(readDonorFigures)).body
  expect(groups.map(({ bloodGroup }) => bloodGroup)).toEqual(BLOOD_GROUPS)
  return Object.fromEntries(
    groups.filter(({ donors }) => donors !== null).map(({ bloodGroup, donors }) => [bloodGroup, donors]),
  )
}

test('visitors learn roughly how many donors of a group can give now, and nothing of the last one to come or go', async () => {
  const { timeZone } = bank.config
  const yesterday = addDays(calendarDate(bank.now(), timeZone), -1)
  const aDonorOfGroup = (more: Parameters<typeof storeDonor>[1] = {}) =>
    storeDonor(bank.db, { bloodGroup: 'B-', ...more })
  await store(9, aDonorOfGroup)
  for (const hindrance of [
    { isAvailable: false },
    { isProfileActive: false },
    { lastDonationDate: yesterday },
    { restsUntil: addDays(yesterday, 2) },
  ])
    await store(4, () => aDonorOfGroup(hindrance))
  expect(await donorFigures()).toEqual({ 'O+': 10 })

  const figuresAfterMinute = () => {
    bank.advance(60_000)
    return donorFigures()
  }
  const others = [await aDonorOfGroup(), await aDonorOfGroup(), await aDonorOfGroup()]
  expect(await figuresAfterMinute()).toEqual({ 'O+': 10 })
  others.push(await aDonorOfGroup())
  expect(await donorFigures()).toEqual({ 'O+': 10 })
  expect(await figuresAfterMinute()).toEqual({ 'O+': 10, 'B-': 10 })
  const ids = others.map(({ id }) => id)
  await bank.db.updateTable('donors').set({ isAvailable: false }).where('id', 'in', ids).execute()
  expect(await figuresAfterMinute()).toEqual({ 'O+': 10, 'B-': 10 })
})

test('visitors learn what was done in thirty days until yesterday, rounded down, and the same all day', async () => {
  const done = async () => {
    bank.advance(60_000)
    const { peopleHelped, unitsGiven, usualAnswerMinutes } = (await bank.stranger().call(readCampusFigures))
      .body
    return [peopleHelped, unitsGiven, usualAnswerMinutes]
  }
  expect(await done()).toEqual([null, null, null])
  const day = (before: number) => addDays(calendarDate(bank.now(), bank.config.timeZone), -before)
  for (let nth = 0; nth < 12; nth += 1) {
    const requestedAt = new Date(bank.now().getTime() - 2 * DAY_MS)
    const { id } = await storeBloodRequest(bank.db, { userId: owner.id, status: 'fulfilled', requestedAt })
    await storeOffer(bank.db, {
      bloodRequestId: id,
      status: 'withdrawn',
      offeredAt: new Date(requestedAt.getTime() + 7 * MINUTE_MS),
      settledAt: bank.now(),
    })
    const give = (before: number, recordedBy: 'donor' | 'requester' = 'requester') =>
      storeDonation(bank.db, {
        userId: null,
        bloodRequestId: recordedBy === 'donor' ? null : id,
        donatedOn: day(before),
        recordedBy,
      })
    // Of today, of long ago, and of no request of the bank.
    for (const before of nth < 11 ? [1, 29, 30] : [0, 31]) await give(before)
    await give(3, 'donor')
  }
  expect(await done()).toEqual([null, null, null])
  bank.advance(DAY_MS)
  expect(await done()).toEqual([10, 20, 7])
})
