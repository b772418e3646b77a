import { listPushDevices } from '@blood-bank/contract/alerts/push-devices'
import { afterEach, expect, test } from 'vitest'
import { startMemoryCaches } from '../../testing/memory-caches.ts'
import { aPublicKey } from '../../testing/push.ts'
import { startRefusingBrowser } from '../../testing/refusing-browser.ts'
import { awaiting, replying } from '../../testing/replies.ts'
import { startServiceWorkers } from '../../testing/service-worker.ts'
import { startStubServer } from '../../testing/stub-server.ts'
import { findSavedDevice, saveDevice } from './subscription.ts'
import { readOwnPushDevices, turnOnNotifications } from './this-device.ts'

const OLD = { id: '0192f0c1-0000-7000-8000-0000000000e1', userId: 'rima' }
const NEW = { id: '0192f0c1-0000-7000-8000-0000000000e2', userId: 'rima' }

let end = () => {}
afterEach(() => end())

test.each([
  ['for the first time', null],
  ['again', OLD],
])('a device that is added %s while the list is fetched stays', async (_, saved) => {
  startMemoryCaches()
  const push = { permission: 'granted' as const, subscribedFor: aPublicKey(1) }
  const workers = startServiceWorkers({ isControlling: true, push })
  if (saved) await saveDevice(saved)
  const { reply, arrive } = awaiting(replying(listPushDevices, { publicKey: aPublicKey(1), devices: [] }))
  const server = startStubServer([reply])
  const reading = readOwnPushDevices('rima', {})
  await expect.poll(() => server.callsTo(listPushDevices)).toHaveLength(1)
  await saveDevice(NEW)
  arrive()
  expect((await reading).thisDevice).toBeNull()
  expect([await findSavedDevice(), workers.push?.endpoint()]).toEqual([NEW, expect.any(String)])
})

test('whoever turns on notifications in a browser that blocks cookies reads what to do', async () => {
  ;({ end } = startRefusingBrowser('rejecting'))
  const person = { publicKey: aPublicKey(1), userId: 'rima' }
  await expect(turnOnNotifications(person)).rejects.toMatchObject({
    code: 'browser',
    message:
      'Your browser blocks what this site would save. Allow cookies for it in your browser settings, then reload this page.',
  })
})
