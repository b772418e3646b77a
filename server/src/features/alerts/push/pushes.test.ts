import { declineAlert, readAskedAlert } from '@blood-bank/contract/alerts/answers'
import { changeAlertPreferences } from '@blood-bank/contract/alerts/preferences'
import { PushMessage } from '@blood-bank/contract/alerts/push-devices'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/database/connection.ts'
import { plannerOf, storeUrgentRequest } from '../../../testing/alerts/alerts.ts'
import { startBankWithPush } from '../../../testing/alerts/pushes.ts'
import { offered } from '../../../testing/offers/offers.ts'
import { tokenIn } from '../../../testing/test-app.ts'
import { setBloodRequestsHidden } from '../../blood-requests/store.ts'

const bank = await startBankWithPush()
const { service, db } = bank
const planDueWaves = plannerOf(bank)

afterEach(async () => {
  expect(service.faults).toEqual([])
  await db.deleteFrom('offers').execute()
  await db.deleteFrom('donors').execute()
  await db.deleteFrom('bloodRequests').execute()
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  bank.logged.length = 0
})

type Subscription = Awaited<ReturnType<typeof bank.addDevice>>['subscription']

const messagesTo = (subscription: Subscription) =>
  service.receivedBy(subscription).map(({ text }) => PushMessage.parse(JSON.parse(text)))

/** A donor with a device, who alone is asked for a new request. */
async function askDonor(more: Parameters<typeof storeUrgentRequest>[1] = {}) {
  await db.updateTable('donors').set({ isAvailable: false }).execute()
  const donor = await bank.signedInDonor()
  const { subscription, device } = await bank.addDevice(donor)
  const request = await storeUrgentRequest(bank, more)
  await planDueWaves()
  return { donor, subscription, device, request }
}

const jobs = async () =>
  (
    await sql<{ isDead: boolean; waitS: number; lastError: string | null }>`
      select attempts >= max_attempts as is_dead, extract(epoch from run_at - now())::int as wait_s, last_error
        from graphile_worker.jobs where task_identifier = 'send-push'`.execute(db)
  ).rows
const givenUp = (lastError: string) => [{ isDead: true, waitS: expect.any(Number), lastError }]
const makeRequestDue = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(db)
const hasDevice = async ({ id }: { id: string }) =>
  (await db.selectFrom('pushDevices').select('id').where('id', '=', id).execute()).length === 1

test('an alert reaches each device of a donor, who can answer with its link', async () => {
  const nadia = await bank.signedInDonor()
  const devices = [await bank.addDevice(nadia), await bank.addDevice(nadia)]
  await storeUrgentRequest(bank, { hospitalName: 'City Hospital', patientName: 'Salma Khatun' })
  await planDueWaves()
  expect(await bank.sendPushes()).toBe(2)
  const tokens = []
  for (const { subscription } of devices) {
    const [push, ...others] = service.receivedBy(subscription)
    expect(others).toEqual([])
    const message = PushMessage.parse(JSON.parse(push?.text ?? ''))
    expect(message).toEqual({
      kind: 'alert',
      title: 'B+ needed today',
      body: 'City Hospital, 2 units',
      token: expect.any(String),
      topic: push?.headers.topic,
    })
    expect(push?.headers).toMatchObject({ urgency: 'high', topic: expect.stringMatching(/^[\w-]{32}$/) })
    expect(Number(push?.headers.ttl)).toBeGreaterThan(7_000)
    expect(Number(push?.headers.ttl)).toBeLessThanOrEqual(7_200)
    const asked = await bank.stranger().call(readAskedAlert, { body: { token: String(message.token) } })
    expect(asked.body).toMatchObject({ hospitalName: 'City Hospital', answer: null })
    tokens.push(message.token)
  }
  expect(new Set(tokens).size).toBe(2)
  expect(await bank.pushStates()).toEqual({ sent: 2 })
  // The email is sent in any case.
  expect(await bank.mailsTo(nadia.user?.email ?? '')).toHaveLength(1)
})

test.each([
  ['moderate', 'normal', 'B+ needed within two days'],
  ['low', 'low', 'B+ needed soon'],
] as const)('a %s alert is sent with %s urgency', async (urgency, header, title) => {
  const { subscription } = await askDonor({ urgency })
  await bank.sendPushes()
  expect(messagesTo(subscription)).toMatchObject([{ title }])
  expect(service.receivedBy(subscription)[0]?.headers.urgency).toBe(header)
})

test('neither the email nor the notification shows a hospital or a location that anybody may not read', async () => {
  const named = await askDonor({
    hospitalName: 'Ward of Nadia',
    hospitalLocation: 'Ward 5',
    contactPerson: 'Nadia Karim',
  })
  const linked = await askDonor({ hospitalName: 'City Hospital', hospitalLocation: 'bit.ly/x' })
  await db.updateTable('donors').set({ isAvailable: true }).execute()
  await bank.sendPushes()
  expect(messagesTo(named.subscription)).toMatchObject([{ title: 'B+ needed today', body: '2 units' }])
  const [[mail], [other]] = [
    await bank.mailsTo(named.donor.user?.email ?? ''),
    await bank.mailsTo(linked.donor.user?.email ?? ''),
  ]
  expect(mail?.subject).toBe('B+ needed today (2 units)')
  expect(mail?.text).toContain('Somebody needs 2 units of B+ blood. Urgency')
  expect(`${mail?.text}${mail?.html}`).not.toMatch(/Nadia|Ward/)
  expect(other?.subject).toBe('B+ needed today: City Hospital (2 units)')
  expect(other?.text).toContain('of B+ blood at City Hospital. Urgency')
  expect(`${other?.text}${other?.html}`).not.toContain('bit.ly')
})

type Asked = Awaited<ReturnType<typeof askDonor>>
const changeDonor =
  (values: Partial<Record<'isAvailable' | 'isProfileActive' | 'isHidden', boolean>>) =>
  ({ donor }: Asked) =>
    db.updateTable('donors').set(values).where('userId', '=', donor.id).execute()

test('an alert that waits is sent neither to a device nor by email when its request or its donor has changed meanwhile', async () => {
  const changes: ((asked: Asked) => Promise<unknown>)[] = [
    ({ request: { id } }) =>
      db.updateTable('bloodRequests').set({ status: 'cancelled' }).where('id', '=', id).execute(),
    ({ request: { userId } }) => inTransaction(db, db => setBloodRequestsHidden(db, userId, true)),
    ({ donor }) => donor.call(changeAlertPreferences, { body: { isOn: false } }),
    ({ donor }) => donor.call(changeAlertPreferences, { body: { pause: 'week' } }),
    changeDonor({ isHidden: true }),
    changeDonor({ isProfileActive: false }),
    changeDonor({ isAvailable: false }),
    async ({ donor }) => offered(donor, await storeUrgentRequest(bank)),
  ]
  await bank.pushStates()
  for (const change of changes) {
    const asked = await askDonor()
    await change(asked)
    await bank.sendPushes()
    expect(messagesTo(asked.subscription), String(change)).toEqual([])
    expect(await bank.mailsTo(asked.donor.user?.email ?? ''), String(change)).toEqual([])
  }
  expect([await jobs(), bank.logged]).toEqual([[], []])
  expect(await bank.pushStates()).toEqual({ dropped: changes.length })
})

test('a donor who has declined by email gets no notification any more', async () => {
  const { donor, subscription } = await askDonor()
  const [email] = await bank.mailsTo(donor.user?.email ?? '')
  await bank.stranger().call(declineAlert, { body: { token: tokenIn(email) } })
  await bank.sendPushes()
  expect(messagesTo(subscription)).toEqual([])
})

test('a message is not sent when its two hours are over', async () => {
  const { subscription } = await askDonor()
  bank.advance(2 * 3_600_000)
  await bank.sendPushes()
  expect([messagesTo(subscription), await jobs()]).toEqual([[], []])
})

test('a push service keeps a message only as long as blood is needed', async () => {
  const neededBy = new Date(bank.now().getTime() + 30 * 60_000)
  const { subscription } = await askDonor({ neededBy })
  await bank.sendPushes()
  const ttl = Number(service.receivedBy(subscription)[0]?.headers.ttl)
  expect(ttl).toBeGreaterThan(1_000)
  expect(ttl).toBeLessThanOrEqual(1_800)
})

test('a device whose subscription has ended is removed', async () => {
  for (const status of [404, 410]) {
    const { subscription, device } = await askDonor()
    service.answerWith(subscription, { status })
    await bank.sendPushes()
    expect([await hasDevice(device), await jobs(), bank.logged]).toEqual([false, [], []])
    await db.deleteFrom('bloodRequests').execute()
  }
})

test('a message that the push service refuses is given up, and the log names the service alone', async () => {
  const status = 413
  await bank.pushStates()
  const { subscription, device } = await askDonor()
  service.answerWith(subscription, { status })
  await bank.sendPushes()
  const reason = `the push service answered ${status}`
  expect([await hasDevice(device), await jobs()]).toEqual([true, givenUp(reason)])
  const pushService = new URL(service.origin).host
  expect(bank.logged).toEqual([
    {
      deviceId: device.id,
      pushService,
      attempts: 1,
      reason,
      isGivenUp: true,
      message: 'a notification was not sent',
    },
  ])
  expect(await bank.pushStates()).toEqual({ failed: 1 })
})

test('a message that fails is tried again for its device alone, not earlier than the push service asks', async () => {
  const nadia = await bank.signedInDonor()
  const [phone, laptop] = [await bank.addDevice(nadia), await bank.addDevice(nadia)]
  const [busy, down] = [{ status: 429, headers: { 'retry-after': '600' } }, { status: 503 }]
  service.answerWith(phone.subscription, down, busy)
  await storeUrgentRequest(bank)
  await planDueWaves()
  expect(await bank.sendPushes()).toBe(2)
  expect(messagesTo(laptop.subscription)).toHaveLength(1)
  expect(await jobs()).toEqual([
    { isDead: false, waitS: expect.any(Number), lastError: 'the push service answered 503' },
  ])
  await makeRequestDue()
  expect(await bank.sendPushes()).toBe(1)
  const [waiting] = await jobs()
  expect(waiting?.waitS).toBeGreaterThan(500)
  expect(waiting?.waitS).toBeLessThan(620)
  await makeRequestDue()
  expect(await bank.sendPushes()).toBe(1)
  expect([messagesTo(phone.subscription).length, messagesTo(laptop.subscription).length]).toEqual([1, 1])
  expect(await jobs()).toEqual([])
  expect(JSON.stringify(bank.logged)).not.toContain(new URL(phone.subscription.endpoint).pathname)
})

test.each([
  ['the push service asks to wait for longer than it lives', 0, { 'retry-after': '7200' }],
  ['the pause before the next attempt is longer than it lives', 8, {}],
])('a message is given up when %s', async (_, attempts, headers) => {
  const { subscription, device } = await askDonor()
  service.answerWith(subscription, { status: 503, headers })
  await sql`update graphile_worker._private_jobs set attempts = ${attempts}`.execute(db)
  await bank.pushStates()
  await bank.sendPushes()
  expect([await hasDevice(device), await jobs()]).toEqual([true, givenUp('the push service answered 503')])
  expect(await bank.pushStates()).toEqual({ failed: 1 })
})
