import { sendTestAlert } from '@blood-bank/contract/alerts/preferences'
import {
  addPushDevice,
  listPushDevices,
  MAX_PUSH_DEVICES,
  PushDevice,
  removePushDevice,
} from '@blood-bank/contract/alerts/push-devices'
import { exportOwnAccount } from '@blood-bank/contract/own-account/account-export'
import { changePassword, eraseOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { resetPassword, sendPasswordResetMail } from '@blood-bank/contract/passwords/accounts'
import { endOtherSessions, signIn } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { CAUSED_MAILS_PER_HOUR } from '../../../identity/access/mail-budget.ts'
import { startBankWithPush } from '../../../testing/alerts/pushes.ts'
import type { Person } from '../../../testing/person.ts'
import { storePushDevice } from '../../../testing/stored.ts'
import { PASSWORD, tokenIn } from '../../../testing/test-app.ts'

const bank = await startBankWithPush()
const { service } = bank
const PHONE = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/141.0.0.0 Mobile Safari/537.36'

const devicesOf = async (person: Person) => (await person.call(listPushDevices)).body.devices
const keyOf = async (person: Person) => (await person.call(listPushDevices)).body.publicKey

const noticesTo = async ({ user }: Pick<Awaited<ReturnType<typeof bank.signedInDonor>>, 'user'>) =>
  (await bank.mailsTo(user?.email ?? '')).filter(({ subject }) => subject.includes('no longer gets your'))

test('a donor adds a device, sees its name, and removes it', async () => {
  const rima = await bank.signedInDonor()
  expect(await devicesOf(rima)).toEqual([])
  const subscription = service.subscribe(await keyOf(rima))
  const add = () =>
    rima.send('POST', addPushDevice.path, { body: subscription, headers: { 'user-agent': PHONE } })
  const added = await add()
  expect(added.status).toBe(201)
  const device = PushDevice.parse(added.body)
  expect(device.name).toBe('Chrome on Android')
  // A page that is opened again adds its browser again.
  expect((await add()).body).toEqual(device)
  expect(await devicesOf(rima)).toEqual([device])

  const { body } = await rima.call(exportOwnAccount)
  const { name, addedAt } = device
  expect(body.pushDevices).toEqual([{ name, addedAt, pushService: '127.0.0.1' }])

  const params = { id: device.id }
  const stranger = await bank.signedInDonor()
  expect(await stranger.call(removePushDevice, { params })).toRefuse('push-device-not-found')
  expect((await rima.call(removePushDevice, { params })).status).toBe(204)
  expect(await devicesOf(rima)).toEqual([])
  expect(await rima.call(removePushDevice, { params })).toRefuse('push-device-not-found')
})

test('a device that moves to and fro causes no more emails than any other change', async () => {
  const [rima, karim] = [await bank.signedInDonor(), await bank.signedInDonor()]
  const { subscription } = await bank.addDevice(rima)
  for (let time = 0; time < CAUSED_MAILS_PER_HOUR + 2; time += 1)
    for (const person of [karim, rima]) await person.call(addPushDevice, { body: subscription })
  expect(await noticesTo(rima)).toHaveLength(CAUSED_MAILS_PER_HOUR)
})

test('a browser that somebody else uses now gets their notifications and none of the person before', async () => {
  const [rima, karim] = [await bank.signedInDonor(), await bank.signedInDonor()]
  const { subscription, device } = await bank.addDevice(rima)
  const moved = await karim.call(addPushDevice, { body: subscription })
  // Messages that wait for the person before name the id of the device.
  expect(moved.body.id).not.toBe(device.id)
  expect(await devicesOf(rima)).toEqual([])
  expect(await devicesOf(karim)).toEqual([moved.body])

  // Whoever knows the address of a device can take it: its owner is told once, and does not learn by whom.
  await karim.call(addPushDevice, { body: subscription })
  const [mail, ...others] = await noticesTo(rima)
  expect(mail?.text).toContain('were turned on for another account')
  expect(others).toEqual([])
  for (const secret of [subscription.endpoint, karim.user?.email ?? ''])
    expect(`${mail?.text}${mail?.html}`).not.toContain(secret)
  expect(await noticesTo(karim)).toEqual([])
})

test('signing out everywhere else ends notifications there, and not in this browser', async () => {
  const rima = await bank.signedInDonor()
  const email = rima.user?.email ?? ''
  const phone = await bank.signIn(email)
  const { device: own } = await bank.addDevice(rima)
  await bank.addDevice(phone)
  await storePushDevice(bank.db, { userId: rima.id })
  // Signing in again, and an earlier end of the others, leave it the same browser.
  for (let time = 0; time < 2; time += 1) {
    await rima.call(endOtherSessions)
    await rima.call(signIn, { body: { email, password: PASSWORD } })
    expect((await devicesOf(rima)).map(({ id }) => id)).toEqual([own.id])
  }
  await (await bank.signIn(email)).call(endOtherSessions)
  expect(
    await bank.db.selectFrom('pushDevices').select('id').where('userId', '=', rima.id).execute(),
  ).toEqual([])
})

test('whoever removes a device, or whose device is added again, gets no notice of a move', async () => {
  const [rima, karim] = [await bank.signedInDonor(), await bank.signedInDonor()]
  const { subscription, device } = await bank.addDevice(rima)
  await rima.call(addPushDevice, { body: subscription })
  await rima.call(removePushDevice, { params: { id: device.id } })
  await karim.call(addPushDevice, { body: subscription })
  expect([...(await noticesTo(rima)), ...(await noticesTo(karim))]).toEqual([])
})

test('only donors add devices, of allowed push services, with keys that a message can be encrypted for', async () => {
  const member = await bank.signedInAs()
  const body = service.subscribe(await keyOf(member))
  expect(await member.call(addPushDevice, { body })).toRefuse('alerts-for-donors')
  const rima = await bank.signedInDonor()
  const offCurve = Buffer.from(body.keys.p256dh, 'base64url')
  offCurve.writeUInt8(offCurve.readUInt8(40) ^ 1, 40)
  const hybrid = Buffer.from(body.keys.p256dh, 'base64url')
  hybrid.writeUInt8(6 + ((hybrid.at(-1) ?? 0) & 1), 0)
  for (const refused of [
    { ...body, endpoint: 'https://push.example.edu/push' },
    { ...body, endpoint: 'http://169.254.169.254/latest' },
    ...[offCurve, hybrid].map(point => ({
      ...body,
      keys: { ...body.keys, p256dh: point.toString('base64url') },
    })),
  ])
    expect(await rima.call(addPushDevice, { body: refused })).toRefuse('push-service-not-allowed')
  const short = { ...body, keys: { ...body.keys, auth: 'c2hvcnQ' } }
  expect(await rima.call(addPushDevice, { body: short })).toRefuse(
    'invalid-input',
    'The browser sent an incomplete subscription. Reload this page and try again.',
  )
  expect(await devicesOf(rima)).toEqual([])
})

test('a person has at most ten devices, also if fourteen are added at two servers at once', async () => {
  const [rima, other] = [await bank.signedInDonor(), await bank.anotherServer()]
  const there = Object.assign(other.stranger(), { cookie: rima.cookie })
  const key = await keyOf(rima)
  const subscriptions = Array.from({ length: 14 }, () => service.subscribe(key))
  const replies = await Promise.all(
    subscriptions.map((body, at) => (at % 2 ? rima : there).call(addPushDevice, { body })),
  )
  expect(replies.filter(({ status }) => status === 201)).toHaveLength(MAX_PUSH_DEVICES)
  for (const reply of replies) if (reply.status !== 201) expect(reply).toRefuse('too-many-push-devices')
  expect(await devicesOf(rima)).toHaveLength(MAX_PUSH_DEVICES)
  const known = subscriptions[replies.findIndex(({ status }) => status === 201)]
  expect((await rima.call(addPushDevice, { body: known ?? expect.fail() })).status).toBe(201)
})

test('a new password removes all devices, as an erased account does', async () => {
  const rima = await bank.signedInDonor()
  const email = rima.user?.email ?? ''
  await bank.addDevice(rima)
  const change = { currentPassword: PASSWORD, newPassword: 'battery staple' }
  expect((await rima.call(changePassword, { body: change })).status).toBe(200)
  expect(await devicesOf(rima)).toEqual([])

  await bank.addDevice(rima)
  await bank.stranger().call(sendPasswordResetMail, { body: { email } })
  const token = tokenIn((await bank.mailsTo(email)).at(-1))
  await bank.stranger().call(resetPassword, { body: { token, newPassword: PASSWORD } })
  const again = await bank.signIn(email)
  expect(await devicesOf(again)).toEqual([])

  const { device } = await bank.addDevice(again)
  await again.call(eraseOwnAccount, { body: { password: PASSWORD } })
  expect(await bank.db.selectFrom('pushDevices').where('id', '=', device.id).execute()).toEqual([])
})

test('a test alert goes to each device of the donor, too', async () => {
  const [rima, karim] = [await bank.signedInDonor(), await bank.signedInDonor()]
  const devices = [await bank.addDevice(rima), await bank.addDevice(rima)]
  const { subscription: other } = await bank.addDevice(karim)
  expect((await rima.call(sendTestAlert)).status).toBe(202)
  await bank.sendPushes()
  for (const { subscription } of devices)
    expect(service.receivedBy(subscription).map(({ text }) => JSON.parse(text))).toEqual([
      {
        kind: 'test-alert',
        title: 'Test alert: O+ needed today',
        body: 'City Hospital, 2 units. This is a test: nobody needs blood now.',
        token: null,
        topic: 'test-alert',
      },
    ])
  expect([service.receivedBy(other), service.faults]).toEqual([[], []])
})
