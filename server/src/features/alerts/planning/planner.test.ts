import { DAY_MS, MINUTE_MS } from '@blood-bank/contract/durations'
import type { ComingOutcome } from '@blood-bank/contract/kept-donors/calls'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { formatUsTime } from '../../../platform/clock/local-time.ts'
import { inTransaction } from '../../../platform/database/connection.ts'
import {
  askedFor,
  giveRecord,
  startPlanning,
  storeDonors,
  storeUrgentRequest,
  verifyDonor,
} from '../../../testing/alerts/alerts.ts'
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
import { storeComing } from '../../../testing/stored.ts'
import { AUTH_SECRET } from '../../../testing/test-app.ts'
import { replan, replanJob, scheduleWave } from '../../blood-requests/store.ts'
import { createPlanner } from './planner.ts'

const { bank, plan } = await startPlanning()

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

test('the email of an alert says until when blood is needed, in the time of the site', async () => {
  const donor = await newDonor(bank)
  const neededBy = new Date(bank.now().getTime() + 90 * 60_000)
  await storeUrgentRequest(bank, { neededBy })
  await plan()
  const [mail] = await bank.mailsTo(donor.user?.email ?? '')
  expect(mail?.text).toContain(`Needed by: ${formatUsTime(neededBy, bank.config.timeZone)}.`)
})

test('the email of an alert says who can come, and not that the donor can give', async () => {
  const donor = await newDonor(bank)
  await storeUrgentRequest(bank)
  await plan()
  const [mail] = await bank.mailsTo(donor.user?.email ?? '')
  const { sentence, url } = bank.config.donorRules
  expect(mail?.text).toContain('By your group and dates you may be able to give. Can you come?')
  expect(mail?.text).toContain(`\n\n${sentence} Who can give blood: ${url}\n\n`)
  for (const said of [sentence, url]) expect(mail?.html).toContain(said)
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

test('enough trusted offers stop the alerts, and a withdrawal continues them', async () => {
  await storeDonors(bank, 40)
  const donors = [await newDonor(bank), await newDonor(bank)]
  for (const donor of donors) await verifyDonor(bank, donor)
  const request = await storeUrgentRequest(bank, { unitsRequired: 1 })
  await plan()
  const asked = (await askedFor(bank, request)).length
  const [one] = await Promise.all(donors.map(donor => offered(donor, request)))
  const replan = () => runDueJobs(bank.pool, replanJob(bank.db, bank.now))
  await replan()
  bank.advance(10 * MINUTE_MS)
  await plan()
  bank.advance(DAY_MS / 2)
  expect(await plan()).toBe(0)
  expect(await askedFor(bank, request)).toHaveLength(asked)
  await withdraw(donors[0] as (typeof donors)[0], one as { id: string })
  await replan()
  expect(await plan()).toBe(1)
  expect((await askedFor(bank, request)).length).toBeGreaterThan(asked)
})

test('donors of the club who are coming count as trusted offers, those who gave as given, and others no more', async () => {
  await storeDonors(bank, 40)
  const request = await storeUrgentRequest(bank, { unitsRequired: 1 })
  const { id: callerId } = await bank.signedInAs()
  for (const _ of [1, 2]) await storeComing(bank.db, request.id, callerId, bank.now())
  await plan()
  const asked = (await askedFor(bank, request)).length
  bank.advance(10 * MINUTE_MS)
  await plan()
  bank.advance(DAY_MS / 2)
  expect(await plan()).toBe(0)
  expect(await askedFor(bank, request)).toHaveLength(asked)
  const recordForAll = async (outcome: ComingOutcome) => {
    await inTransaction(bank.db, async db => {
      await db.updateTable('donorCalls').set({ outcome, endedAt: bank.now() }).execute()
      await replan(db, [request.id])
    })
    await runDueJobs(bank.pool, replanJob(bank.db, bank.now))
    await plan()
  }
  await recordForAll('gave')
  expect(await askedFor(bank, request)).toHaveLength(asked)
  await recordForAll('not-needed')
  expect((await askedFor(bank, request)).length).toBeGreaterThan(asked)
})

test('a donor who is told that they are not needed is replaced', async () => {
  await storeDonors(bank, 40)
  const donor = await newDonor(bank)
  await verifyDonor(bank, donor)
  const owner = await bank.signedInAs()
  await giveRecord(bank, owner.id)
  const request = await post(owner, { unitsRequired: 1, urgency: 'moderate' })
  await scheduleWave(bank.db, request.id, bank.now())
  await plan()
  const offer = await offered(donor, request)
  const replan = () => runDueJobs(bank.pool, replanJob(bank.db, bank.now))
  await replan()
  bank.advance(DAY_MS)
  await plan()
  const asked = (await askedFor(bank, request)).length
  await release(owner, offer)
  await replan()
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

test('a request for which nobody is left is looked at again, without a row for each look', async () => {
  const request = await storeUrgentRequest(bank)
  for (let round = 0; round < 5; round += 1) {
    expect(await plan()).toBe(1)
    bank.advance(10 * MINUTE_MS)
  }
  const waves = await bank.db.selectFrom('alertWaves').select('id').execute()
  expect(waves).toHaveLength(1)
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
  let checks = 0
  expect(await plan(() => ++checks > 1)).toBe(1)
})
