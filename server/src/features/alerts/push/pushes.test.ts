import { declineAlert, readAskedAlert } from '@blood-bank/contract/alerts/answers'
import { changeAlertPreferences } from '@blood-bank/contract/alerts/preferences'
import { PushMessage } from '@blood-bank/contract/alerts/push-devices'
import { offerToDonate } from '@blood-bank/contract/offers/endpoints'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { inTransaction } from '../../../platform/database/connection.ts'
import { plannerOf, storeUrgentRequest } from '../../../testing/alerts/alerts.ts'
import { startBankWithPush } from '../../../testing/alerts/pushes.ts'
import { sample } from '../../../testing/test-scope.ts'
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
const makeDue = () => sql`update graphile_worker._private_jobs set run_at = now()`.execute(db)
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

// Requests that were stored before the form refused them, except the first, which it cannot refuse.
const HOSPITALS = [
  'Ward of Nadia',
  'You won! Claim at https://evil.example/login',
  'evil。example',
  'or call +880 1700 000000',
  '①②③④⑤⑥⑦',
  'S e c r e t Clinic',
  'Ѕecret Clinic',
]

test.each(sample(1, HOSPITALS))(
  'neither the email nor the notification of an alert shows the hospital «%s»',
  async hospitalName => {
    const { donor, subscription } = await askDonor({
      hospitalName,
      hospitalLocation: 'Ward 5',
      patientName: 'Secret Patient',
      contactPerson: 'Nadia Karim',
    })
    await bank.sendPushes()
    expect(messagesTo(subscription)).toEqual([
      expect.objectContaining({ title: 'B+ needed today', body: '2 units' }),
    ])
    const [mail] = await bank.mailsTo(donor.user?.email ?? '')
    expect(mail?.subject).toBe('B+ needed today (2 units)')
    expect(mail?.text).toContain('Somebody needs 2 units of B+ blood. Urgency')
    for (const part of [hospitalName, 'Ward 5', 'evil', 'Nadia', 'ecret'])
      expect(`${mail?.text}${mail?.html}`).not.toContain(part)
  },
)

test('an alert leaves out a location that may not be shown', async () => {
  const hospitalLocation = 'bit.ly/x'
  const { donor } = await askDonor({ hospitalName: 'City Hospital', hospitalLocation })
  const [mail] = await bank.mailsTo(donor.user?.email ?? '')
  expect(mail?.subject).toBe('B+ needed today: City Hospital (2 units)')
  expect(mail?.text).toContain('of B+ blood at City Hospital. Urgency')
  expect(`${mail?.text}${mail?.html}`).not.toContain('bit.ly')
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

test('nothing is sent for a request that has closed or is hidden, or to a donor who has answered or turned alerts off', async () => {
  const answered = await askDonor()
  const waiting = [await askDonor(), await askDonor(), await askDonor(), await askDonor()]
  await db.updateTable('donors').set({ isAvailable: true }).execute()
  const [closed, hidden, off, paused] = waiting
  expect(await jobs()).toHaveLength(5)
  // The donor declines on one device while the message to the other waits.
  const [email] = await bank.mailsTo(answered.donor.user?.email ?? '')
  const token = /#token=([\w-]+)/.exec(email?.text ?? '')?.[1] ?? ''
  await bank.stranger().call(declineAlert, { body: { token } })
  const close = db.updateTable('bloodRequests').set({ status: 'cancelled' })
  await close.where('id', '=', closed?.request.id ?? '').execute()
  await inTransaction(db, db => setBloodRequestsHidden(db, hidden?.request.userId ?? '', true))
  await off?.donor.call(changeAlertPreferences, { body: { isOn: false } })
  await paused?.donor.call(changeAlertPreferences, { body: { pause: 'week' } })
  await bank.sendPushes()
  for (const { subscription } of [answered, ...waiting]) expect(messagesTo(subscription)).toEqual([])
  expect([await jobs(), bank.logged]).toEqual([[], []])
  expect(await bank.pushStates()).toMatchObject({ dropped: 5 })
})

test('nothing is sent to a donor who was suspended, deactivated, has become unavailable or has offered meanwhile', {
  tags: 'long',
}, async () => {
  type Donor = Awaited<ReturnType<typeof askDonor>>['donor']
  const change = (
    donor: Donor,
    values: Partial<Record<'isAvailable' | 'isProfileActive' | 'isHidden', boolean>>,
  ) => db.updateTable('donors').set(values).where('userId', '=', donor.id).execute()
  // Whoever is asked last is the only one who is available.
  for (const stop of [
    (donor: Donor) => change(donor, { isHidden: true }),
    (donor: Donor) => change(donor, { isProfileActive: false }),
    (donor: Donor) => change(donor, { isAvailable: false }),
    async (donor: Donor) => {
      const { id } = await storeUrgentRequest(bank)
      expect((await donor.call(offerToDonate, { params: { id } })).status).toBe(201)
    },
  ]) {
    const { donor, subscription } = await askDonor()
    await stop(donor)
    await bank.sendPushes()
    expect(messagesTo(subscription)).toEqual([])
    expect(await bank.mailsTo(donor.user?.email ?? '')).toEqual([])
  }
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

const REFUSALS = [400, 413]

test.each(sample(1, REFUSALS))(
  'a message that the push service refuses with %d is given up, and the log names the service alone',
  async status => {
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
  },
)

test.each([401, 403, 429, 500, 503])(
  'a device that the push service answers with %d gets its message at the next attempt',
  { tags: 'long' },
  async status => {
    const { subscription, device } = await askDonor()
    service.answerWith(subscription, { status })
    await bank.sendPushes()
    const lastError = `the push service answered ${status}`
    expect([await hasDevice(device), await jobs()]).toEqual([
      true,
      [{ isDead: false, waitS: expect.any(Number), lastError }],
    ])
    await makeDue()
    await bank.sendPushes()
    expect([messagesTo(subscription).length, await jobs()]).toEqual([1, []])
  },
)

test('a push service that never accepts the signature costs a donor no device', {
  tags: 'long',
}, async () => {
  const { subscription, device } = await askDonor()
  service.answerWith(subscription, ...Array(20).fill({ status: 403 }))
  for (let attempt = 1; attempt <= 20; attempt += 1) {
    await makeDue()
    await bank.sendPushes()
  }
  expect([await hasDevice(device), await jobs()]).toEqual([true, givenUp('the push service answered 403')])
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
  await makeDue()
  expect(await bank.sendPushes()).toBe(1)
  const [waiting] = await jobs()
  expect(waiting?.waitS).toBeGreaterThan(500)
  expect(waiting?.waitS).toBeLessThan(620)
  await makeDue()
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
