import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { findOfflineList, findOfflineUser, saveOfflineUser } from '../../device/offline/offline-list.ts'
import { aBloodRequest, aPage, aUser } from '../../testing/builders.ts'
import { startMemoryCaches } from '../../testing/memory-caches.ts'
import { renderPage } from '../../testing/render-page.tsx'
import { accountReplies, failing, type Reply, replying } from '../../testing/replies.ts'
import { startServiceWorkers } from '../../testing/service-worker.ts'

const RIMA = aUser()
const LIST = aPage([aBloodRequest()])

beforeEach(() => {
  startMemoryCaches()
})

const open = (...replies: Reply[]) => renderPage('/offline-access', { user: RIMA, replies })
const findTurnOnButton = () => screen.findByRole('button', { name: 'Turn on offline access' })
const findOffMessage = () => screen.findByText('Offline access is off. No list is saved on this device.')

test('a member sees what is saved, turns on offline access, and turns it off again', async () => {
  const workers = startServiceWorkers()
  const { person } = open(replying(listActiveBloodRequests, LIST))
  await findOffMessage()
  expect(screen.getByText(/names and contact numbers/).textContent).toContain('deleted when you')
  await person.click(await findTurnOnButton())
  await screen.findByText(/^Offline access is on\./)
  expect(workers.register).toHaveBeenCalledWith('/service-worker.js')
  expect(await (await findOfflineList())?.reply.json()).toEqual(LIST)
  expect(await findOfflineUser()).toBe(RIMA.id)

  await person.click(screen.getByRole('button', { name: 'Turn off offline access' }))
  await findOffMessage()
  expect([workers.isRegistered(), await caches.keys()]).toEqual([false, []])
})

test('offline access of one person is off for another person in the same browser', async () => {
  startServiceWorkers({ isControlling: true })
  await saveOfflineUser('0192f0c1-0000-7000-8000-000000000002')
  open()
  await findOffMessage()
  await findTurnOnButton()
})

test.each([
  ['list cannot be fetched', {}, /^The service cannot be reached\./],
  [
    'site cannot be saved',
    { reaches: 'redundant' },
    /The site couldn't be saved in this browser\. Please try again\./,
  ],
] as const)('if the %s, the page says so and nothing is left behind', async (_, how, text) => {
  const workers = startServiceWorkers(how)
  const { person } = open(failing(listActiveBloodRequests))
  await person.click(await findTurnOnButton())
  expect((await screen.findByRole('alert')).textContent).toMatch(text)
  expect([workers.isRegistered(), await caches.keys()]).toEqual([false, []])
})

test('in an unsupported browser the page says so', async () => {
  open()
  await screen.findByText("This browser can't save anything for offline use.")
  expect(screen.queryByRole('button', { name: 'Turn on offline access' })).toBeNull()
})

test('on a page whose policy forbids registering, no registration is attempted', async () => {
  const workers = startServiceWorkers()
  const createPolicy = vi.fn()
  vi.stubGlobal('trustedTypes', { createPolicy })
  const { person } = open()
  await person.click(await findTurnOnButton())
  expect((await screen.findByRole('alert')).textContent).toContain('Please reload this page and try again.')
  expect([createPolicy.mock.calls, workers.register.mock.calls]).toEqual([[], []])
})

test('the account links to the setting, which loads its document', async () => {
  renderPage('/account', { user: RIMA, replies: accountReplies })
  const link = await screen.findByRole('link', { name: /^Offline/ })
  expect(link.getAttribute('href')).toBe('/offline-access')
})
