import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { aUser } from '../testing/builders.ts'
import { failing, replying } from '../testing/replies.ts'
import { startStubServer } from '../testing/stub-server.ts'
import { hideWhileLeft } from './hide-while-left.ts'
import { createQueryClient } from './query-client.ts'
import { sessionQuery, toStoredSession } from './session.ts'

const rima = aUser()
const karim = aUser({ id: '0192f0c1-0000-7000-8000-000000000002' })
const client = createQueryClient()
const reload = vi.fn()

beforeAll(() => hideWhileLeft(client))
beforeEach(() => {
  reload.mockClear()
  vi.stubGlobal('location', { ...location, reload })
  client.setQueryData(sessionQuery.queryKey, toStoredSession({ user: rima }))
})

const dispatch = (type: 'pagehide' | 'pageshow') =>
  window.dispatchEvent(Object.assign(new Event(type), { persisted: true }))
const isHidden = () => document.documentElement.dataset.left !== undefined

test('a page that is left is hidden, and shown again when the same person is signed in', async () => {
  startStubServer([replying(readSession, { user: rima })])
  dispatch('pagehide')
  expect(isHidden()).toBe(true)
  dispatch('pageshow')
  expect(isHidden()).toBe(true)
  await vi.waitFor(() => expect(isHidden()).toBe(false))
  expect(reload).not.toHaveBeenCalled()
})

test.each([
  ['nobody', null],
  ['somebody else', karim],
])('with %s signed in it is loaded anew, once there is a connection', async (_, user) => {
  const server = startStubServer([failing(readSession)])
  dispatch('pagehide')
  dispatch('pageshow')
  await vi.waitFor(() => expect(server.callsTo(readSession)).toHaveLength(1))
  server.answer(replying(readSession, { user }))
  await vi.waitFor(() => {
    window.dispatchEvent(new Event('online'))
    expect(reload).toHaveBeenCalledOnce()
  })
  expect(isHidden()).toBe(true)
})

test('a page on which nobody was known yet is hidden as well, and loaded anew', () => {
  client.removeQueries({ queryKey: sessionQuery.queryKey })
  dispatch('pagehide')
  expect(isHidden()).toBe(true)
  dispatch('pageshow')
  expect(reload).toHaveBeenCalledOnce()
})

test('without a connection the service worker shows what is saved on the device', async () => {
  startStubServer([failing(readSession)])
  vi.stubGlobal('navigator', { serviceWorker: { controller: {} } })
  dispatch('pagehide')
  dispatch('pageshow')
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  expect(isHidden()).toBe(true)
})

test('a page on which nobody is signed in is not hidden', () => {
  delete document.documentElement.dataset.left
  client.setQueryData(sessionQuery.queryKey, { kind: 'none' })
  dispatch('pagehide')
  expect(isHidden()).toBe(false)
})
