import { addPushDevice, listPushDevices, removePushDevice } from '@blood-bank/contract/alerts/push-devices'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { beforeEach, expect, test } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import { startMemoryCaches } from '../../testing/memory-caches.ts'
import { aPublicKey, startPush } from '../../testing/push.ts'
import { failing, refusing, replying } from '../../testing/replies.ts'
import { startStubServer } from '../../testing/stub-server.ts'
import { findSavedDevice, followSubscriptionChange, saveDevice } from './subscription.ts'

const RIMA = aUser()
const OLD = '0192f0c1-0000-7000-8000-0000000000e1'
const NEW = '0192f0c1-0000-7000-8000-0000000000e2'

beforeEach(async () => {
  startMemoryCaches()
  await saveDevice({ id: OLD, userId: RIMA.id })
})

async function endSubscription({
  user = RIMA as typeof RIMA | null,
  removal = replying(removePushDevice, undefined),
} = {}) {
  const server = startStubServer([
    replying(readSession, { user }),
    replying(listPushDevices, { publicKey: aPublicKey(1), devices: [] }),
    replying(addPushDevice, { id: NEW, name: 'Chrome on Android', addedAt: '2026-03-01T09:05:00.000Z' }),
    removal,
  ])
  const { pushManager, endpoint } = startPush({ permission: 'granted' })
  await followSubscriptionChange({ pushManager } as never as ServiceWorkerRegistration)
  return { server, endpoint }
}

test.each([
  ['removed', replying(removePushDevice, undefined)],
  ['gone already', refusing(removePushDevice, 'push-device-not-found')],
  ['not removed, as the connection is lost', failing(removePushDevice)],
])('the browser subscribes again when its subscription ends; the old device is %s', async (_, removal) => {
  const { server, endpoint } = await endSubscription({ removal })
  const [added] = server.callsTo(addPushDevice)
  expect(added?.body).toEqual({
    endpoint: endpoint(),
    keys: { p256dh: aPublicKey(1), auth: 'AAAAAAAAAAAAAAAAAAAAAA' },
  })
  expect(server.callsTo(removePushDevice).map(({ params }) => params)).toEqual([{ id: OLD }])
  expect(await findSavedDevice()).toEqual({ id: NEW, userId: RIMA.id })
})

test.each([
  ['nobody', null],
  ['somebody else', aUser({ id: '0192f0c1-0000-7000-8000-000000000002' })],
])('it does not when %s is signed in', async (_, user) => {
  const { server, endpoint } = await endSubscription({ user })
  expect([server.callsTo(addPushDevice), endpoint()]).toEqual([[], null])
})
