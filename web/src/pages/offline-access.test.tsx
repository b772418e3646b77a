import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests'
import { readOwnAccount } from '@blood-bank/contract/own-account'
import { listOtherSessions } from '@blood-bank/contract/sessions'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { findChooser, findKeptList, noteChooser } from '../offline/kept-requests.ts'
import { aBloodRequest, aPage, aUser } from '../testing/builders.ts'
import { startMemoryCaches } from '../testing/memory-caches.ts'
import { renderPage } from '../testing/render-page.tsx'
import { failing, hanging, type Reply, replying } from '../testing/replies.ts'
import { startServiceWorkers } from '../testing/service-worker.ts'

const RIMA = aUser()
const LIST = aPage([aBloodRequest()])

beforeEach(() => {
  startMemoryCaches()
})

const open = (...replies: Reply[]) => renderPage('/offline-access', { user: RIMA, replies })
const keepButton = () => screen.findByRole('button', { name: 'Keep Offline' })
const nothingIsKept = () => screen.findByText('Nothing is kept on this device for you.')

test('a member is told what is kept, keeps it, and stops again', async () => {
  const workers = startServiceWorkers()
  const { person } = open(replying(listActiveBloodRequests, LIST))
  await nothingIsKept()
  expect(screen.getByText(/names and contact numbers/).textContent).toContain('wiped when you sign out')
  await person.click(await keepButton())
  await screen.findByText(/^The list is kept on this device\./)
  expect(workers.register).toHaveBeenCalledWith('/service-worker.js')
  expect(await (await findKeptList())?.reply.json()).toEqual(LIST)
  expect(await findChooser()).toBe(RIMA.id)

  await person.click(screen.getByRole('button', { name: 'Stop Keeping' }))
  await nothingIsKept()
  expect([workers.isRegistered(), await caches.keys()]).toEqual([false, []])
})

test('what another person chose in this browser is not chosen for the next', async () => {
  startServiceWorkers({ isBehind: true })
  await noteChooser('0192f0c1-0000-7000-8000-000000000002')
  open()
  await nothingIsKept()
  await keepButton()
})

test('a member whose list does not come is told so, and nothing is left behind', async () => {
  const workers = startServiceWorkers()
  const { person } = open(failing(listActiveBloodRequests))
  await person.click(await keepButton())
  expect((await screen.findByRole('alert')).textContent).toMatch(/^The service cannot be reached\./)
  expect([workers.isRegistered(), await caches.keys()]).toEqual([false, []])
})

test('a member whose browser could not keep the site is told so, and nothing is left behind', async () => {
  const workers = startServiceWorkers({ comesTo: 'redundant' })
  const { person } = open()
  await person.click(await keepButton())
  expect((await screen.findByRole('alert')).textContent).toContain('The site could not be kept.')
  expect([workers.isRegistered(), await caches.keys()]).toEqual([false, []])
})

test('a browser that cannot keep anything says so', async () => {
  open()
  await screen.findByText('This browser cannot keep anything for when you are offline.')
  expect(screen.queryByRole('button', { name: 'Keep Offline' })).toBeNull()
})

test('on a page without the right to register, nothing is tried that would be a violation', async () => {
  const workers = startServiceWorkers()
  const createPolicy = vi.fn()
  vi.stubGlobal('trustedTypes', { createPolicy })
  const { person } = open()
  await person.click(await keepButton())
  expect((await screen.findByRole('alert')).textContent).toContain('Please reload this page and try again.')
  expect([createPolicy.mock.calls, workers.register.mock.calls]).toEqual([[], []])
})

test.each(['/view-requests', '/account'])('%s leads to the choice, by loading its page', async path => {
  const nothing = replying(listActiveBloodRequests, aPage([]))
  const replies = [nothing, hanging(readOwnAccount), hanging(listOtherSessions)]
  renderPage(path, { user: RIMA, replies })
  const link = await screen.findByRole('link', { name: 'Keep requests for when I am offline' })
  expect(link.getAttribute('href')).toBe('/offline-access')
})
