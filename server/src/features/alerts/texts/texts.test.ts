import {
  acceptAlert,
  confirmAlertShown,
  readAskedAlert,
  stopTextsByAlert,
} from '@blood-bank/contract/alerts/answers'
import { PushMessage } from '@blood-bank/contract/alerts/push-devices'
import { readOverview } from '@blood-bank/contract/site/overview'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { calendarDate } from '../../../platform/clock/local-time.ts'
import { plannerOf, storeUrgentRequest } from '../../../testing/alerts/alerts.ts'
import { startBankWithTexts } from '../../../testing/alerts/texts.ts'
import { aDonor } from '../../../testing/person.ts'
import { storeBloodRequest } from '../../../testing/stored.ts'

const bank = await startBankWithTexts({ SMS_PER_DAY: '20' })
const { db } = bank
const planDueWaves = plannerOf(bank)

afterEach(async () => {
  await db.deleteFrom('offers').execute()
  await db.deleteFrom('donors').execute()
  await db.deleteFrom('bloodRequests').execute()
  await db.deleteFrom('textDays').execute()
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  for (const list of [bank.sent, bank.logged, bank.outcomes]) list.length = 0
})

type Request = Parameters<typeof storeUrgentRequest>[1]

/** A donor with a confirmed number who alone is asked for a new request. */
async function askDonor(request: Request = {}) {
  await db.updateTable('donors').set({ isAvailable: false }).execute()
  const donor = await bank.donorWithNumber()
  await storeUrgentRequest(bank, request)
  await planDueWaves()
  return donor
}

const tokenOf = (text: { message: string } | undefined) =>
  /\/a#([\w-]{22}) /.exec(text?.message ?? '')?.[1] ?? ''

const overview = async () => {
  const admin = await bank.signedInAs({ role: 'admin' })
  bank.advance(2_000)
  return (await admin.call(readOverview)).body.deliveryFaults
}

const deliveries = async () => {
  const { text } = await bank.stranger().send('GET', '/metrics')
  const found = text.matchAll(/alert_deliveries_total\{channel="text",state="(\w+)"\} ([1-9]\d*)/g)
  return Object.fromEntries(Array.from(found, ([, state, count]) => [state, Number(count)]))
}

test('an urgent alert is texted to a confirmed number, and its link answers like that of the email', async () => {
  const { donor, phone } = await askDonor({
    hospitalName: 'City Hospital',
    patientName: 'Salma Khatun',
    contactPerson: 'Mahbub Alam',
  })
  const [job] = await bank.textJobs()
  expect(job?.payload).toEqual({ kind: 'alert', alertId: expect.any(String) })
  const before = await deliveries()
  expect(await bank.sendTexts()).toBe(1)
  const [text, ...others] = bank.sent
  const { publicUrl } = bank.config
  expect(others).toEqual([])
  expect(text).toEqual({
    phone,
    message: `B+ needed urgently at City Hospital. Can you come? ${publicUrl}/a#${tokenOf(text)} (no replies; stop there)`,
  })
  expect(await bank.textJobs()).toEqual([])
  expect(await deliveries()).toEqual({ ...before, sent: (before.sent ?? 0) + 1 })
  // The email is sent in any case.
  expect(await bank.mailsTo(donor.user?.email ?? '')).toHaveLength(1)

  const token = tokenOf(text)
  const { rows } = await sql<{ text: string }>`
    select to_jsonb(alert_links)::text || (select coalesce(string_agg(payload::text, ''), '') from graphile_worker._private_jobs) as text
      from alert_links`.execute(db)
  for (const row of rows) expect(row.text).not.toContain(token)
  const phoneOfDonor = bank.stranger()
  const asked = await phoneOfDonor.call(readAskedAlert, { body: { token } })
  expect(asked.body).toMatchObject({ hospitalName: 'City Hospital', answer: null, needsDigits: true })
  expect(JSON.stringify(asked.body)).not.toMatch(/Salma|Mahbub/)
  expect(await phoneOfDonor.call(acceptAlert, { body: { token } })).toRefuse('digits-needed')
  const digits = aDonor().contactNumber.slice(-4)
  expect((await phoneOfDonor.call(acceptAlert, { body: { token, digits } })).body.answer).toBe('yes')
})

test.each(['moderate', 'low'] as const)('a %s alert is not texted', async urgency => {
  await askDonor({ urgency })
  expect(await bank.textJobs()).toEqual([])
})

test('nothing is texted to a number that is not confirmed, or of a country that is not listed', async () => {
  await db.updateTable('donors').set({ isAvailable: false }).execute()
  const { donor } = await bank.donorWithNumber()
  await db.updateTable('textNumbers').set({ confirmedAt: null }).where('userId', '=', donor.id).execute()
  const abroad = (await bank.donorWithNumber()).donor
  await db
    .updateTable('textNumbers')
    .set({ phone: '+447911123456' })
    .where('userId', '=', abroad.id)
    .execute()
  await storeUrgentRequest(bank)
  await planDueWaves()
  expect(await bank.textJobs()).toEqual([])
})

test('a donor with a device is texted after a minute, unless a device has shown the notification', async () => {
  const [shown, silent] = [await bank.donorWithNumber(), await bank.donorWithNumber()]
  const [phone] = [await bank.addDevice(shown.donor), await bank.addDevice(silent.donor)]
  await storeUrgentRequest(bank)
  await planDueWaves()
  const waits = (await bank.textJobs()).map(({ waitS }) => waitS)
  // A busy machine takes time between the alert and its job.
  expect(waits.map(seconds => Math.round(seconds / 10))).toEqual([6, 6])
  expect(await bank.sendTexts()).toBe(0)
  await bank.sendPushes()
  const [push] = bank.service.receivedBy(phone.subscription)
  const { token } = PushMessage.parse(JSON.parse(push?.text ?? ''))
  const body = { token: String(token) }
  const alerts = () => db.selectFrom('alerts').selectAll().orderBy('id').execute()
  const before = await alerts()
  for (let time = 0; time < 2; time += 1) {
    expect((await bank.stranger().call(confirmAlertShown, { body })).status).toBe(204)
    bank.advance(1_000)
  }
  // Anybody else's token gets the same reply.
  expect((await bank.stranger().call(confirmAlertShown, { body: { token: 'x'.repeat(43) } })).status).toBe(
    204,
  )
  const after = await alerts()
  expect(after.filter(({ shownAt }) => shownAt).map(({ userId }) => userId)).toEqual([shown.donor.id])
  expect(after.map(alert => ({ ...alert, shownAt: null }))).toEqual(before)
  await bank.sendTexts({ isLater: true })
  expect([shown.texts().length, silent.texts().length]).toEqual([0, 1])
})

test('nothing is texted when the alert must not be sent any more, is no longer urgent, or the number is gone', async () => {
  const changes: ((donor: Awaited<ReturnType<typeof askDonor>>) => Promise<unknown>)[] = [
    () => db.updateTable('bloodRequests').set({ status: 'cancelled' }).execute(),
    () => db.updateTable('bloodRequests').set({ urgency: 'low' }).execute(),
    ({ donor }) => db.deleteFrom('textNumbers').where('userId', '=', donor.id).execute(),
  ]
  for (const change of changes) {
    const donor = await askDonor()
    await change(donor)
    expect(await bank.sendTexts(), String(change)).toBe(1)
    expect(bank.sent, String(change)).toEqual([])
    expect(await bank.textJobs()).toEqual([])
  }
})

test('whoever has the link of a text stops the texts to that donor, also when the request has closed', async () => {
  const [{ donor, phone }, other] = [await askDonor(), await bank.donorWithNumber()]
  await bank.sendTexts()
  const token = tokenOf(bank.sent.find(text => text.phone === phone))
  await db.updateTable('bloodRequests').set({ status: 'fulfilled' }).execute()
  const unknown = { token: 'x'.repeat(22) }
  expect(await bank.stranger().call(stopTextsByAlert, { body: unknown })).toRefuse('alert-link-unknown')
  const numbers = db
    .selectFrom('textNumbers')
    .select('userId')
    .where('userId', 'in', [donor.id, other.donor.id])
  expect(await numbers.execute()).toHaveLength(2)
  for (let time = 0; time < 2; time += 1)
    expect((await bank.stranger().call(stopTextsByAlert, { body: { token } })).status).toBe(200)
  expect(await numbers.execute()).toEqual([{ userId: other.donor.id }])
})

test('a text is not sent five minutes after the alert, or when blood is needed no longer', async () => {
  await askDonor()
  bank.advance(5 * 60_000)
  await askDonor({ neededBy: new Date(bank.now().getTime() + 60_000) })
  bank.advance(60_000)
  expect(await bank.sendTexts()).toBe(2)
  expect([bank.sent, await bank.textJobs()]).toEqual([[], []])
})

test('over the limit of the day donors are asked by email alone, and the overview says so', async () => {
  const day = calendarDate(bank.now(), bank.config.timeZone)
  await db.insertInto('textDays').values({ day, texts: 18 }).execute()
  expect((await overview()).textLimitReached).toBeNull()
  const donors = []
  for (let nth = 0; nth < 4; nth += 1) donors.push(await bank.donorWithNumber())
  await storeUrgentRequest(bank)
  await planDueWaves()
  expect(await bank.textJobs()).toHaveLength(2)
  expect((await overview()).textLimitReached).toBe(20)
  for (const { donor } of donors) expect(await bank.mailsTo(donor.user?.email ?? '')).toHaveLength(1)
  await storeUrgentRequest(bank, { patientName: 'Another patient' })
  await planDueWaves()
  expect(await bank.textJobs()).toHaveLength(2)
})

test('half of the texts of a day are for requests of people with a record', async () => {
  const day = calendarDate(bank.now(), bank.config.timeZone)
  await db.insertInto('textDays').values({ day, texts: 9, newcomerTexts: 9 }).execute()
  for (let nth = 0; nth < 3; nth += 1) await bank.donorWithNumber()
  const waits = { nextWaveAt: bank.now(), confirmedAt: bank.now() }
  await storeBloodRequest(db, { requiredBloodGroup: 'B+', urgency: 'urgent', ...waits })
  await planDueWaves()
  expect(await bank.textJobs()).toHaveLength(1)
  await storeUrgentRequest(bank)
  await planDueWaves()
  expect(await bank.textJobs()).toHaveLength(4)
})

const failed = (reason: string) => ({ kind: 'failed', reason }) as const

test('a text that the gateway does not take is sent later', async () => {
  const { phone } = await askDonor()
  bank.outcomes.push(failed('the gateway answered 503'))
  expect(await bank.sendTexts()).toBe(1)
  const [waiting] = await bank.textJobs()
  expect(waiting).toMatchObject({ isDead: false, lastError: 'the gateway answered 503' })
  expect(waiting?.waitS).toBeGreaterThan(0)
  expect(waiting?.waitS).toBeLessThan(5)
  expect((await overview()).textsGivenUp).toBe(0)
  await bank.sendTexts({ isLater: true })
  expect(bank.sent.map(text => text.phone)).toEqual([phone])
})

test('a broken gateway is one warning, and one when it works again; admins read its words', async () => {
  // Since the warning of an earlier test.
  bank.advance(3_600_000)
  for (let nth = 0; nth < 3; nth += 1) await bank.donorWithNumber()
  await storeUrgentRequest(bank)
  await planDueWaves()
  const reason = 'the gateway answered 402: out of credit'
  const before = await deliveries()
  bank.outcomes.push(...Array(18).fill(failed(reason)))
  let attempts = 0
  while ((await bank.textJobs()).some(({ isDead }) => !isDead)) {
    await bank.sendTexts({ isLater: true })
    attempts += 1
  }
  expect(attempts).toBe(6)
  expect((await bank.textJobs()).map(({ isDead, lastError }) => [isDead, lastError])).toEqual(
    Array(3).fill([true, reason]),
  )
  expect(await deliveries()).toEqual({ ...before, failed: 3 })
  expect(bank.logged).toEqual([{ reason, message: 'text messages cannot be sent' }])
  expect(await overview()).toMatchObject({ textsGivenUp: 3, textError: reason })
  const { phone } = await askDonor()
  await bank.sendTexts()
  expect(bank.sent.map(text => text.phone)).toEqual([phone])
  expect(bank.logged.slice(1)).toEqual([{ message: 'text messages are sent again' }])
})

test('a text is given up when the next attempt would be later than five minutes after the alert', async () => {
  await askDonor()
  await sql`update graphile_worker._private_jobs set attempts = 3`.execute(db)
  bank.advance(4.5 * 60_000)
  bank.outcomes.push(failed('the gateway did not answer in time'))
  expect(await bank.sendTexts()).toBe(1)
  expect(await bank.textJobs()).toMatchObject([{ isDead: true }])
})
