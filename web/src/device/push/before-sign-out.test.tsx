import { removePushDevice } from '@blood-bank/contract/alerts/push-devices'
import { signOut } from '@blood-bank/contract/sessions/endpoints'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { aUser } from '../../testing/builders.ts'
import { startMemoryCaches } from '../../testing/memory-caches.ts'
import { aPublicKey } from '../../testing/push.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { failing, hanging, refusing, replying } from '../../testing/replies.ts'
import { startServiceWorkers } from '../../testing/service-worker.ts'
import { findOfflineUser, saveOfflineUser } from '../offline/offline-list.ts'
import { findSavedDevice, saveDevice } from './subscription.ts'

const RIMA = aUser()
const DEVICE = '0192f0c1-0000-7000-8000-0000000000e1'
const SIGNED_OUT = replying(signOut, undefined)

function startSubscribed() {
  const push = { permission: 'granted' as const, subscribedFor: aPublicKey(1) }
  return startServiceWorkers({ isControlling: true, push })
}

beforeEach(async () => {
  startMemoryCaches()
  await saveDevice({ id: DEVICE, userId: RIMA.id })
})

/** Signs out and waits for the login page. */
async function logOut(removal = replying(removePushDevice, undefined)) {
  const { person, server } = renderPage('/', { user: RIMA, replies: [removal, SIGNED_OUT] })
  await person.click(await screen.findByRole('button', { name: 'Logout (rima)' }))
  await screen.findByRole('heading', { name: 'Sign In' })
  return server
}

test('signing out removes the device from the server, the subscription and the service worker', async () => {
  const workers = startSubscribed()
  const server = await logOut()
  expect(server.callsTo(removePushDevice).map(({ params }) => params)).toEqual([{ id: DEVICE }])
  expect([workers.push?.endpoint(), workers.isRegistered(), await findSavedDevice()]).toEqual([
    null,
    false,
    null,
  ])
})

test('the service worker stays after a sign-out if somebody chose offline access', async () => {
  const workers = startSubscribed()
  await saveOfflineUser(RIMA.id)
  await logOut()
  expect([workers.push?.endpoint(), workers.isRegistered(), await findOfflineUser()]).toEqual([
    null,
    true,
    RIMA.id,
  ])
})

test.each([
  ['fails', failing(removePushDevice)],
  ['is refused', refusing(removePushDevice, 'push-device-not-found')],
])('a person can sign out when the call that removes the device %s', async (_, removal) => {
  const workers = startSubscribed()
  await logOut(removal)
  expect(workers.push?.endpoint()).toBeNull()
})

test('a sign-out waits four seconds for the server, not longer', async () => {
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => AbortSignal.abort(new Error(`after ${ms} ms`)))
  const workers = startSubscribed()
  await logOut(hanging(removePushDevice))
  expect([workers.push?.endpoint(), vi.mocked(AbortSignal.timeout).mock.calls]).toEqual([null, [[4_000]]])
})

test('a browser whose push manager fails does not keep anybody signed in', async () => {
  const workers = startSubscribed()
  if (workers.push) workers.push.pushManager.getSubscription = () => Promise.reject(new Error('broken'))
  await logOut()
})
