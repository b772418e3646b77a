import { readAlertPreferences } from '@blood-bank/contract/alerts/preferences'
import {
  addPushDevice,
  listPushDevices,
  type PushDevice,
  removePushDevice,
} from '@blood-bank/contract/alerts/push-devices'
import { readOwnAccount } from '@blood-bank/contract/own-account/endpoints'
import { listOtherSessions } from '@blood-bank/contract/sessions/endpoints'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { findOfflineUser, saveOfflineUser } from '../../device/offline/offline-list.ts'
import { findSavedDevice, saveDevice } from '../../device/push/subscription.ts'
import { aUser } from '../../testing/builders.ts'
import { startMemoryCaches } from '../../testing/memory-caches.ts'
import { aPublicKey } from '../../testing/push.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { failing, hanging, type Reply, refusing, replying, reveals } from '../../testing/replies.ts'
import { startServiceWorkers } from '../../testing/service-worker.ts'

const RIMA = aUser()
const KEY = aPublicKey(1)
const [HERE, THERE, AGAIN] = ['e1', 'e2', 'e3'].map(
  (end): PushDevice => ({
    id: `0192f0c1-0000-7000-8000-0000000000${end}`,
    name: end === 'e2' ? 'Firefox on Windows' : 'Chrome on Android',
    addedAt: '2026-11-03T08:00:00.000Z',
  }),
) as [PushDevice, PushDevice, PushDevice]

const PREFERENCES = replying(readAlertPreferences, {
  preferences: {
    isOn: true,
    frequency: 'two-a-week',
    nightsAllowed: false,
    alsoPlatelets: false,
    pausedUntil: null,
    firstAlertFrom: null,
  },
})
const listing = (...devices: PushDevice[]) => replying(listPushDevices, { publicKey: KEY, devices })
const REMOVED = replying(removePushDevice, undefined)

beforeEach(() => {
  startMemoryCaches()
})

async function open(...replies: Reply[]) {
  const others = [hanging(readOwnAccount), hanging(listOtherSessions), reveals()]
  const page = renderPage('/account', { user: RIMA, replies: [...replies, PREFERENCES, ...others] })
  const region = within(await screen.findByRole('region', { name: 'Notifications on this device' }))
  return { ...page, region, heading: () => region.getByRole('heading') }
}

const turnOn = { name: 'Turn on notifications' }
const turnOff = { name: 'Turn off notifications' }

/** A browser in which Rima has turned on notifications. */
async function startSubscribed({ subscribedFor = KEY } = {}) {
  await saveDevice({ id: HERE.id, userId: RIMA.id })
  return startServiceWorkers({ isControlling: true, push: { permission: 'granted', subscribedFor } })
}

test('a donor turns on notifications and turns them off again; the browser asks only after the press', async () => {
  const workers = startServiceWorkers({ push: {} })
  const { person, region, server, heading } = await open(listing(), replying(addPushDevice, HERE), REMOVED)
  await region.findByText(/^Notifications are off\./)
  expect([workers.push?.requestPermission.mock.calls, workers.register.mock.calls]).toEqual([[], []])
  server.answer(listing(HERE))
  await person.click(region.getByRole('button', turnOn))
  await region.findByRole('button', turnOff)
  expect(document.activeElement).toBe(heading())
  expect(server.callsTo(addPushDevice).map(({ body }) => body)).toEqual([
    { endpoint: workers.push?.endpoint(), keys: { p256dh: expect.any(String), auth: expect.any(String) } },
  ])
  // Offline access is another choice.
  expect(await findOfflineUser()).toBeNull()

  server.answer(listing())
  await person.click(region.getByRole('button', turnOff))
  await region.findByRole('button', turnOn)
  expect(document.activeElement).toBe(heading())
  expect(server.callsTo(removePushDevice).map(({ params }) => params)).toEqual([{ id: HERE.id }])
  expect([workers.push?.endpoint(), workers.isRegistered(), await caches.keys()]).toEqual([null, false, []])
})

test('a failure to turn off notifications is shown, and they stay on; a device that is gone is turned off', async () => {
  const workers = await startSubscribed()
  const { person, region, server, heading } = await open(
    listing(HERE),
    failing(removePushDevice),
    refusing(removePushDevice, 'push-device-not-found'),
  )
  await person.click(await region.findByRole('button', turnOff))
  expect((await region.findByRole('alert')).textContent).toBe(
    'Failed to turn off notifications. Please try again.',
  )
  expect(workers.push?.endpoint()).not.toBeNull()
  server.answer(listing())
  await person.click(region.getByRole('button', turnOff))
  await region.findByRole('button', turnOn)
  expect(document.activeElement).toBe(heading())
  expect(workers.push?.endpoint()).toBeNull()
})

test('turning off notifications leaves offline access on, with its service worker', async () => {
  const workers = await startSubscribed()
  await saveOfflineUser(RIMA.id)
  const { person, region, server } = await open(listing(HERE), REMOVED)
  await region.findByRole('button', turnOff)
  server.answer(listing())
  await person.click(region.getByRole('button', turnOff))
  await region.findByRole('button', turnOn)
  expect([workers.isRegistered(), await findOfflineUser()]).toEqual([true, RIMA.id])
})

test('turning off offline access leaves notifications on, with their service worker', async () => {
  const workers = await startSubscribed()
  await saveOfflineUser(RIMA.id)
  const { person } = renderPage('/offline-access', { user: RIMA })
  await person.click(await screen.findByRole('button', { name: 'Turn off offline access' }))
  await screen.findByText(/^Offline access is off\./)
  expect(workers.isRegistered()).toBe(true)
  expect([await findOfflineUser(), await findSavedDevice()]).toEqual([null, { id: HERE.id, userId: RIMA.id }])
})

test.each([
  ['the server refuses the device', {}, refusing(addPushDevice, 'too-many-push-devices'), /devices/],
  ['there is no connection', {}, failing(addPushDevice), /^The service cannot be reached\./],
  [
    'the browser cannot reach its push service',
    { failsToSubscribe: true },
    failing(addPushDevice),
    /^Your browser couldn't turn on notifications\./,
  ],
])('if %s, the page says so and nothing is left behind', async (_, push, reply, message) => {
  const workers = startServiceWorkers({ push })
  const { person, region } = await open(listing(), reply)
  await person.click(await region.findByRole('button', turnOn))
  expect((await region.findByRole('alert')).textContent).toMatch(message)
  expect([workers.push?.endpoint(), workers.isRegistered(), await caches.keys()]).toEqual([null, false, []])
})

test('whoever forbids notifications is told how to allow them; whoever does not answer can try again', async () => {
  const workers = startServiceWorkers({ push: { chooses: 'default' } })
  const { person, region } = await open(listing())
  await person.click(await region.findByRole('button', turnOn))
  expect((await region.findByRole('alert')).textContent).toMatch(/choose Allow\./)
  workers.push?.answerNext('denied')
  await person.click(region.getByRole('button', turnOn))
  await region.findByText(/^This browser blocks notifications .* Allow them in the browser's settings/)
  expect(region.queryByRole('button', turnOn)).toBeNull()
  expect(workers.register).not.toHaveBeenCalled()
})

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1'

test.each([
  ['an old browser', undefined, "This browser can't show notifications. We email you in any case."],
  ['an iPhone', IPHONE, 'Add this site to your Home Screen first, then turn notifications on there.'],
])('on %s the page says why there are no notifications', async (_, userAgent, text) => {
  if (userAgent) vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(userAgent)
  const { region } = await open(listing(THERE))
  await region.findByText(text)
  expect(region.getAllByRole('button').map(button => button.textContent)).toEqual([
    'Remove',
    'Send me a test alert',
  ])
})

test('another device is listed and can be removed; a failure to do so is shown', async () => {
  await startSubscribed()
  const { person, region, server, heading } = await open(
    listing(HERE, THERE),
    failing(removePushDevice),
    REMOVED,
  )
  const remove = await region.findByRole('button', { name: 'Remove Firefox on Windows' })
  region.getByText(/^Firefox on Windows, since/)
  expect(region.queryByText(/Chrome on Android/)).toBeNull()
  await person.click(remove)
  expect((await region.findByRole('alert')).textContent).toBe(
    'Failed to remove the device. Please try again.',
  )
  server.answer(listing(HERE))
  await person.click(remove)
  await region.findByText('Firefox on Windows gets no more notifications.')
  await waitFor(() => expect(region.queryByText(/^Firefox on Windows, since/)).toBeNull())
  expect(document.activeElement).toBe(heading())
  expect(server.callsTo(removePushDevice).map(({ params }) => params)).toEqual([
    { id: THERE.id },
    { id: THERE.id },
  ])
})

test.each([
  ['belongs to another key of the site', aPublicKey(2)],
  ['has ended', undefined],
])('a subscription that %s is made again when the page is opened', async (_, subscribedFor) => {
  await saveDevice({ id: HERE.id, userId: RIMA.id })
  const push = { permission: 'granted' as const, ...(subscribedFor && { subscribedFor }) }
  const workers = startServiceWorkers({ isControlling: true, push })
  const before = workers.push?.endpoint()
  const { region, server } = await open(
    listing(HERE),
    listing(AGAIN),
    replying(addPushDevice, AGAIN),
    REMOVED,
  )
  await region.findByRole('button', turnOff)
  expect(workers.push?.endpoint()).not.toBe(before)
  expect(server.callsTo(removePushDevice).map(({ params }) => params)).toEqual([{ id: HERE.id }])
  expect(await findSavedDevice()).toEqual({ id: AGAIN.id, userId: RIMA.id })
  expect(region.queryByText(/Chrome on Android/)).toBeNull()
})

test('a device that was removed elsewhere is off, and its subscription ends', async () => {
  const workers = await startSubscribed()
  const { region } = await open(listing())
  await region.findByRole('button', turnOn)
  expect([workers.push?.endpoint(), workers.isRegistered()]).toEqual([null, false])
})

test('notifications of one person are off for another in the same browser, who can turn them on', async () => {
  const workers = await startSubscribed({ subscribedFor: aPublicKey(2) })
  await saveDevice({ id: HERE.id, userId: '0192f0c1-0000-7000-8000-000000000002' })
  const before = workers.push?.endpoint()
  const { person, region, server } = await open(
    listing(),
    refusing(removePushDevice, 'push-device-not-found'),
    replying(addPushDevice, THERE),
  )
  await region.findByText(/^Notifications are off\./)
  server.answer(listing(THERE))
  expect(workers.push?.endpoint()).toBe(before)
  await person.click(region.getByRole('button', turnOn))
  await region.findByRole('button', turnOff)
  expect(workers.push?.endpoint()).not.toBe(before)
  expect(await findSavedDevice()).toEqual({ id: THERE.id, userId: RIMA.id })
})
