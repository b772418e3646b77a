import { readAskedAlert } from '@blood-bank/contract/alert-answers'
import { PushMessage } from '@blood-bank/contract/push-devices'
import { expect, test } from 'vitest'
import { plannerOf, storeUrgentRequest } from '../../../testing/alerts/alerts.ts'
import { startBankWithPush } from '../../../testing/alerts/pushes.ts'

const bank = await startBankWithPush()
const planDueWaves = plannerOf(bank)

test('an alert reaches the device of a donor, who can answer with its link', async () => {
  const nadia = await bank.signedInDonor()
  const { subscription } = await bank.addDevice(nadia)
  await storeUrgentRequest(bank, { hospitalName: 'City Hospital', patientName: 'Salma Khatun' })
  await planDueWaves()
  expect(await bank.sendPushes()).toBe(1)
  expect(bank.service.faults).toEqual([])
  const [push, ...others] = bank.service.receivedBy(subscription)
  expect(others).toEqual([])
  const message = PushMessage.parse(JSON.parse(push?.text ?? ''))
  expect(message).toEqual({
    kind: 'alert',
    title: 'B+ needed today',
    body: 'City Hospital, 2 units',
    token: expect.any(String),
  })
  expect(push?.headers).toMatchObject({ urgency: 'high', 'content-encoding': 'aes128gcm' })
  expect(Number(push?.headers.ttl)).toBeLessThanOrEqual(7200)
  expect(push?.headers.topic).toMatch(/^[\w-]{32}$/)
  const asked = await bank.stranger().call(readAskedAlert, { body: { token: String(message.token) } })
  expect(asked.body).toMatchObject({ hospitalName: 'City Hospital', answer: null })
})
