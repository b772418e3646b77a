import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createDatabase, createPool } from '../../../platform/database/connection.ts'
import { askedFor, plannerOf, storeDonors, storeUrgentRequest } from '../../../testing/alerts/alerts.ts'
import { DAY_MS, MINUTE_MS, startPlanning } from '../../../testing/alerts/planning.ts'
import { storeBloodRequest, storeUser } from '../../../testing/stored.ts'

const { bank, plan } = await startPlanning()

test('for somebody to whom nobody has offered yet, at most eight donors are asked', async () => {
  await storeDonors(bank, 40)
  const owner = await storeUser(bank.db)
  const { id } = await storeUrgentRequest(bank, { userId: owner.id })
  await bank.db.deleteFrom('offers').execute()
  await plan()
  bank.advance(DAY_MS)
  await plan()
  expect(await askedFor(bank, { id })).toHaveLength(8)
})

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

test('two planners never exceed a limit, whatever they plan at the same time', async () => {
  const donors = await storeDonors(bank, 30)
  const requests = []
  for (let at = 0; at < 50; at += 1)
    requests.push(await storeUrgentRequest(bank, { patientName: `Patient ${at}` }))
  const pool = createPool(bank.address, () => {}, { hasTimeouts: false })
  const planners = [plannerOf(bank), plannerOf(bank, createDatabase(pool))]
  for (let look = 0; look < 5; look += 1) {
    await Promise.all(planners.map(plan => plan()))
    bank.advance(5 * MINUTE_MS)
  }
  await pool.end()
  const alerts = await bank.db.selectFrom('alerts').select(['userId', 'bloodRequestId']).execute()
  const perDonor = donors.map(id => alerts.filter(({ userId }) => userId === id).length)
  expect(new Set(perDonor)).toEqual(new Set([2]))
  expect(new Set(alerts.map(alert => Object.values(alert).join())).size).toBe(alerts.length)
})

test('for a new requester with several requests at most eight donors are asked, by two planners, too', async () => {
  await storeDonors(bank, 60)
  const owners = []
  for (let nth = 0; nth < 10; nth += 1) owners.push((await storeUser(bank.db)).id)
  for (const userId of owners)
    for (const patientName of ['Mother', 'Father', 'Aunt'])
      await storeBloodRequest(bank.db, {
        ...{ userId, patientName, urgency: 'urgent' },
        ...{ confirmedAt: bank.now(), nextWaveAt: bank.now() },
      })
  const pool = createPool(bank.address, () => {}, { hasTimeouts: false })
  const planners = [plannerOf(bank), plannerOf(bank, createDatabase(pool))]
  for (let look = 0; look < 3; look += 1) await Promise.all(planners.map(plan => plan()))
  await pool.end()
  const { rows } = await sql<{ asked: number }>`
    select count(*)::int as asked from alerts group by requester_id`.execute(bank.db)
  expect(rows.length).toBeGreaterThan(3)
  expect(Math.max(...rows.map(({ asked }) => asked))).toBe(8)
})
