import type { AlertFrequency } from '@blood-bank/contract/alerts/endpoints'
import type { Component } from '@blood-bank/contract/donors/components'
import { DAY_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import { expect, test } from 'vitest'
import { createDatabase, createPool } from '../../../platform/database/connection.ts'
import {
  askedFor,
  giveRecord,
  plannerOf,
  startPlanning,
  storeDonors,
  storeUrgentRequest,
} from '../../../testing/alerts/alerts.ts'
import { storeBloodRequest, storePreferences, storeUser } from '../../../testing/stored.ts'

const { bank, plan } = await startPlanning()

const DUE = { requiredBloodGroup: 'B+', urgency: 'urgent' } as const

/** Two planners plan all requests at once, and again some time later. */
async function planAtTwoServers(later: number) {
  const pool = createPool(bank.address, () => {}, { hasTimeouts: false })
  const planners = [plannerOf(bank), plannerOf(bank, createDatabase(pool))]
  for (let round = 0; round < 2; round += 1) {
    await Promise.all(planners.map(plan => plan()))
    bank.advance(later)
  }
  await pool.end()
}

test('a donor is asked at most twice in any seven days', async () => {
  const [donor = ''] = await storeDonors(bank, 1)
  const days: number[] = []
  for (let day = 0; day < 20; day += 1) {
    const request = await storeUrgentRequest(bank, { patientName: `Patient ${day}` })
    await plan()
    if ((await askedFor(bank, request)).includes(donor)) days.push(day)
    await bank.db
      .updateTable('bloodRequests')
      .set({ status: 'fulfilled' })
      .where('id', '=', request.id)
      .execute()
    bank.advance(DAY_MS)
  }
  expect(days).toEqual([0, 1, 7, 8, 14, 15])
})

test('deleting a request and posting it again asks nobody twice', async () => {
  await storeDonors(bank, 3)
  const owner = await storeUser(bank.db)
  const first = await storeUrgentRequest(bank, { userId: owner.id })
  await plan()
  expect(await askedFor(bank, first)).toHaveLength(3)
  await bank.db.deleteFrom('bloodRequests').where('id', '=', first.id).execute()
  const again = await storeUrgentRequest(bank, { userId: owner.id, patientName: ' SALMA  khatun' })
  await plan()
  expect(await askedFor(bank, again)).toEqual([])
})

test('blood that is cancelled and posted as platelets asks each donor once for each, within the limit they chose', async () => {
  const [often, rarely, bloodOnly] = await storeDonors(bank, 3, { bloodGroup: 'A+' })
  await storePreferences(bank.db, { userId: String(often), alsoPlatelets: true })
  await storePreferences(bank.db, { userId: String(rarely), alsoPlatelets: true, frequency: 'one-a-week' })
  const owner = await storeUser(bank.db)
  const asked = async (component: Component) => {
    const posted = { userId: owner.id, requiredBloodGroup: 'A+', component } as const
    const request = await storeUrgentRequest(bank, posted)
    await plan()
    const closed = { status: 'cancelled' } as const
    await bank.db.updateTable('bloodRequests').set(closed).where('id', '=', request.id).execute()
    return (await askedFor(bank, request)).toSorted()
  }
  expect(await asked('blood')).toEqual([often, rarely, bloodOnly].toSorted())
  expect(await asked('apheresis-platelets')).toEqual([often])
  // Who gave platelets by machine has had both alerts of a week; the other was asked once.
  expect(await asked('pooled-platelets')).toEqual([bloodOnly])
  bank.advance(8 * DAY_MS)
  expect(await asked('apheresis-platelets')).toEqual([often, rarely].toSorted())
})

test('two planners never exceed a limit, whatever they plan at the same time', async () => {
  const donors = await storeDonors(bank, 30)
  const requests = []
  for (let at = 0; at < 25; at += 1)
    requests.push(await storeUrgentRequest(bank, { patientName: `Patient ${at}` }))
  await planAtTwoServers(5 * MINUTE_MS)
  const alerts = await bank.db.selectFrom('alerts').select(['userId', 'bloodRequestId']).execute()
  const perDonor = donors.map(id => alerts.filter(({ userId }) => userId === id).length)
  expect(new Set(perDonor)).toEqual(new Set([2]))
  expect(new Set(alerts.map(alert => Object.values(alert).join())).size).toBe(alerts.length)
})

test.each([
  ['with a record', true, 60, 2],
  ['without a record', false, 60, 1],
])('two planners hold the limits of requesters %s', async (_, hasRecord, perRequester, perDonor) => {
  await storeDonors(bank, 80)
  for (let owner = 0; owner < 2; owner += 1) {
    const { id: userId } = await storeUser(bank.db)
    if (hasRecord) await giveRecord(bank, userId)
    const due = { ...DUE, userId, unitsRequired: 100, confirmedAt: bank.now(), nextWaveAt: bank.now() }
    for (let nth = 0; nth < 9; nth += 1)
      await storeBloodRequest(bank.db, { ...due, patientName: `Patient ${nth}` })
  }
  await planAtTwoServers(10 * MINUTE_MS)
  const mostBy = async (column: 'requesterId' | 'userId' | 'bloodRequestId') => {
    const counted = bank.db.selectFrom('alerts').select(({ fn }) => fn.countAll<string>().as('count'))
    return Math.max(...(await counted.groupBy(column).execute()).map(({ count }) => Number(count)))
  }
  expect(await mostBy('requesterId')).toBeLessThanOrEqual(perRequester)
  expect(await mostBy('userId')).toBe(perDonor)
  if (!hasRecord) expect(await mostBy('bloodRequestId')).toBe(8)
})

test.each<[AlertFrequency, number]>([
  ['as-needed', 3],
  ['two-a-week', 1],
  ['one-a-week', 1],
  ['one-a-month', 1],
])('of a donor who chose %s, requesters without a record have %i alerts', async (frequency, allowed) => {
  const [donor = ''] = await storeDonors(bank, 1)
  await storePreferences(bank.db, { userId: donor, frequency })
  for (let nth = 0; nth < 6; nth += 1) {
    const { id: userId } = await storeUser(bank.db)
    await storeBloodRequest(bank.db, { userId, ...DUE, confirmedAt: bank.now(), nextWaveAt: bank.now() })
  }
  await plan()
  const asked = await bank.db.selectFrom('alerts').select('id').execute()
  expect(asked).toHaveLength(allowed)
})

test('planners together ask no more donors for new members than one', async () => {
  const groups = ['A+', 'B+', 'O+', 'AB+'] as const
  // Each request asks donors of its own, so that no lock of a donor lets the planners wait for each other.
  for (const requiredBloodGroup of groups) {
    await storeDonors(bank, 10, { bloodGroup: requiredBloodGroup })
    const emailVerifiedAt = bank.now()
    const { id: userId } = await storeUser(bank.db, { emailVerified: true, emailVerifiedAt })
    const due = { ...DUE, requiredBloodGroup, confirmedAt: bank.now(), nextWaveAt: bank.now() }
    await storeBloodRequest(bank.db, { userId, ...due })
  }
  const pools = groups.map(() => createPool(bank.address, () => {}, { hasTimeouts: false }))
  await Promise.all(pools.map(pool => plannerOf(bank, createDatabase(pool))()))
  await Promise.all(pools.map(pool => pool.end()))
  expect(await bank.db.selectFrom('alerts').select('id').execute()).toHaveLength(16)
})
