import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { lookAgainJob } from '../../../features/blood-requests/look-again.job.ts'
import { scheduleNextLook, scheduleWave } from '../../../features/blood-requests/store.ts'
import { setDonorHidden } from '../../../features/donors/store.ts'
import { createDatabase, createPool } from '../../../platform/database/connection.ts'
import { askedFor, plannerOf, storeDonors, storeUrgentRequest } from '../../../testing/alerts/alerts.ts'
import {
  newDonor,
  offered,
  PATIENT,
  post,
  REQUEST_NUMBER,
  release,
  withdraw,
} from '../../../testing/offers/offers.ts'
import { runDueJobs } from '../../../testing/run-due-jobs.ts'
import { storeBloodRequest, storeUser } from '../../../testing/stored.ts'
import { AUTH_SECRET, startTestApp } from '../../../testing/test-app.ts'
import { createPlanner } from './planner.ts'

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Noon at the site. */
const NOON = '2027-03-03T06:00:00Z'

const bank = await startTestApp()
let plan = plannerOf(bank)

beforeEach(async () => {
  for (const table of ['offers', 'alerts', 'bloodRequests', 'donors'] as const)
    await bank.db.deleteFrom(table).execute()
  bank.advance(Date.parse(NOON) - bank.now().getTime())
  // It remembers for a minute how often donors say yes.
  plan = plannerOf(bank)
})

test('a new request asks its donors by email, without the name of the patient and without a number', async () => {
  const donor = await newDonor(bank)
  const owner = await bank.signedInAs()
  const request = await post(owner, { hospitalName: 'Square Hospital', unitsRequired: 2 })
  // The database set the time at which the request is due.
  bank.advance(Date.now() - bank.now().getTime() + 1_000)
  expect(await plan()).toBe(1)
  expect(await askedFor(bank, request)).toEqual([donor.id])
  const [mail] = await bank.mailsTo(donor.user?.email ?? '')
  expect(mail?.subject).toBe('B+ needed today: Square Hospital (2 units)')
  expect(mail?.text).toMatch(/\/answer#token=[\w-]{43}\n/)
  for (const text of [mail?.text, mail?.html])
    for (const secret of [PATIENT.patientName, PATIENT.contactPerson, REQUEST_NUMBER])
      expect(text).not.toContain(secret)
})

test('no email is sent for a request that was closed in the meantime', async () => {
  const donor = await newDonor(bank)
  const request = await storeUrgentRequest(bank)
  await plan()
  await bank.db
    .updateTable('bloodRequests')
    .set({ status: 'cancelled' })
    .where('id', '=', request.id)
    .execute()
  expect(await bank.mailsTo(donor.user?.email ?? '')).toEqual([])
})

test('an urgent request for one unit asks 16 donors, and 16 others after ten minutes of silence', async () => {
  await storeDonors(bank, 40)
  const request = await storeUrgentRequest(bank, { unitsRequired: 1 })
  await plan()
  expect(await askedFor(bank, request)).toHaveLength(16)
  bank.advance(9 * MINUTE_MS)
  expect(await plan()).toBe(0)
  bank.advance(MINUTE_MS)
  expect(await plan()).toBe(1)
  const asked = await askedFor(bank, request)
  expect(asked).toHaveLength(32)
  expect(new Set(asked).size).toBe(32)
})

test('a donor who declines is replaced at once, by one other donor', async () => {
  await storeDonors(bank, 40)
  const request = await storeUrgentRequest(bank, { unitsRequired: 1 })
  await plan()
  const [first = ''] = await askedFor(bank, request)
  bank.advance(MINUTE_MS)
  await bank.db
    .updateTable('alerts')
    .set({ answer: 'no', answeredAt: bank.now() })
    .where('userId', '=', first)
    .execute()
  await scheduleNextLook(bank.db, request.id, bank.now())
  expect(await plan()).toBe(1)
  expect(await askedFor(bank, request)).toHaveLength(17)
  // The next wave comes when it would have come without the answer.
  bank.advance(8 * MINUTE_MS)
  expect(await plan()).toBe(0)
  bank.advance(MINUTE_MS)
  await plan()
  // The answer counts for the size of the wave, too.
  expect((await askedFor(bank, request)).length).toBeGreaterThanOrEqual(17 + 16)
})

test('enough offers stop the alerts, and a withdrawal continues them', async () => {
  await storeDonors(bank, 40)
  const donors = [await newDonor(bank), await newDonor(bank)]
  const request = await storeUrgentRequest(bank, { unitsRequired: 1 })
  await plan()
  const asked = (await askedFor(bank, request)).length
  const [one] = await Promise.all(donors.map(donor => offered(donor, request)))
  const look = () => runDueJobs(bank.pool, lookAgainJob(bank.db, bank.now))
  await look()
  bank.advance(10 * MINUTE_MS)
  await plan()
  bank.advance(DAY_MS)
  expect(await plan()).toBe(0)
  expect(await askedFor(bank, request)).toHaveLength(asked)
  await withdraw(donors[0] as (typeof donors)[0], one as { id: string })
  await look()
  expect(await plan()).toBe(1)
  expect((await askedFor(bank, request)).length).toBeGreaterThan(asked)
})

test('in the quiet hours a moderate request waits until seven, and an urgent one does not', async () => {
  await storeDonors(bank, 20)
  bank.advance(11 * 60 * MINUTE_MS)
  const moderate = await storeUrgentRequest(bank, { urgency: 'moderate' })
  const urgent = await storeUrgentRequest(bank, { unitsRequired: 1 })
  await plan()
  expect(await askedFor(bank, moderate)).toEqual([])
  expect(await askedFor(bank, urgent)).toHaveLength(16)
  await bank.db
    .updateTable('bloodRequests')
    .set({ status: 'fulfilled' })
    .where('id', '=', urgent.id)
    .execute()
  bank.advance(8 * 60 * MINUTE_MS - MINUTE_MS)
  expect(await plan()).toBe(0)
  bank.advance(MINUTE_MS)
  expect(await plan()).toBe(1)
  expect(await askedFor(bank, moderate)).not.toEqual([])
})

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

test.each<[string, Parameters<typeof storeDonors>[2]]>([
  ['unavailable', { isAvailable: false }],
  ['deactivated', { isProfileActive: false }],
  ['of a group that cannot be given', { bloodGroup: 'A+' }],
  ['within the interval', { lastDonationDate: '2027-02-01' }],
  ['paused', { alertsFrom: new Date('2027-03-04T06:00:00Z') }],
])('a donor who is %s is not asked', async (_, more) => {
  await storeDonors(bank, 1, more)
  const request = await storeUrgentRequest(bank)
  await plan()
  expect(await askedFor(bank, request)).toEqual([])
})

test('a suspended donor is not asked', async () => {
  const [userId = ''] = await storeDonors(bank, 1)
  await setDonorHidden(bank.db, userId, true)
  const request = await storeUrgentRequest(bank)
  await plan()
  expect(await askedFor(bank, request)).toEqual([])
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

test('the requests of before the upgrade ask nobody', async () => {
  await storeDonors(bank, 3)
  const request = await storeUrgentRequest(bank, { nextWaveAt: null })
  await scheduleNextLook(bank.db, request.id, bank.now())
  expect(await plan()).toBe(0)
  expect(await askedFor(bank, request)).toEqual([])
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
      await storeBloodRequest(bank.db, { userId, patientName, urgency: 'urgent', nextWaveAt: bank.now() })
  const pool = createPool(bank.address, () => {}, { hasTimeouts: false })
  const planners = [plannerOf(bank), plannerOf(bank, createDatabase(pool))]
  for (let look = 0; look < 3; look += 1) await Promise.all(planners.map(plan => plan()))
  await pool.end()
  const { rows } = await sql<{ asked: number }>`
    select count(*)::int as asked from alerts group by requester_id`.execute(bank.db)
  expect(rows.length).toBeGreaterThan(3)
  expect(Math.max(...rows.map(({ asked }) => asked))).toBe(8)
})

test('a donor who is told that they are not needed is replaced', async () => {
  await storeDonors(bank, 40)
  const donor = await newDonor(bank)
  const owner = await bank.signedInAs()
  const request = await post(owner, { unitsRequired: 1, urgency: 'moderate' })
  await scheduleWave(bank.db, request.id, bank.now())
  await plan()
  const offer = await offered(donor, request)
  const look = () => runDueJobs(bank.pool, lookAgainJob(bank.db, bank.now))
  await look()
  bank.advance(DAY_MS)
  await plan()
  const asked = (await askedFor(bank, request)).length
  await release(owner, offer)
  await look()
  expect(await plan()).toBe(1)
  expect((await askedFor(bank, request)).length).toBeGreaterThan(asked)
})

test('a request for which nobody is left is looked at again, without a row for each look', async () => {
  const request = await storeUrgentRequest(bank)
  for (let look = 0; look < 5; look += 1) {
    expect(await plan()).toBe(1)
    bank.advance(10 * MINUTE_MS)
  }
  const waves = await bank.db.selectFrom('alertWaves').select('isExhausted').execute()
  expect(waves).toEqual([{ isExhausted: true }])
  await storeDonors(bank, 1)
  await plan()
  expect(await askedFor(bank, request)).toHaveLength(1)
})

test('a request whose wave fails is logged and does not keep the others waiting', async () => {
  await storeDonors(bank, 3)
  const broken = await storeUrgentRequest(bank, { nextWaveAt: new Date(bank.now().getTime() - 1_000) })
  const other = await storeUrgentRequest(bank)
  await sql`
    create function refuse_wave() returns trigger language plpgsql as $$ begin raise exception 'broken'; end $$`.execute(
    bank.owner,
  )
  await sql`
    create trigger refuse_wave before insert on alerts for each row when (new.blood_request_id = ${sql.lit(broken.id)})
    execute function refuse_wave()`.execute(bank.owner)
  const warnings: object[] = []
  const log = { warn: (details: object) => void warnings.push(details) }
  const planBoth = createPlanner({ ...bank, authSecret: AUTH_SECRET, log })
  expect(await planBoth()).toBe(2)
  await sql`drop trigger refuse_wave on alerts`.execute(bank.owner)
  expect(warnings).toEqual([{ bloodRequestId: broken.id, reason: expect.stringContaining('broken') }])
  expect(await askedFor(bank, other)).toHaveLength(3)
  bank.advance(MINUTE_MS)
  expect(await planBoth()).toBe(1)
})

test('stopping does not wait for all requests that are due', async () => {
  for (let nth = 0; nth < 3; nth += 1) await storeUrgentRequest(bank)
  let looks = 0
  expect(await plan(() => ++looks > 1)).toBe(1)
})
