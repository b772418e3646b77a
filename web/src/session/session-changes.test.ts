import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { cacheReply, findCachedReply } from '../api/reply-cache.ts'
import { findOfflineList, openOfflineCache, saveOfflineList } from '../device/offline/offline-list.ts'
import { saveCall } from '../device/recent-calls.ts'
import { findDraft, saveDraft } from '../forms/drafts.ts'
import { sendOnceConnected } from '../forms/send-later.ts'
import { aUser } from '../testing/builders.ts'
import { startMemoryCaches } from '../testing/memory-caches.ts'
import { createQueryClient } from './query-client.ts'
import { sessionQuery, toStoredSession } from './session.ts'
import { endSession, followOtherTabs, startSession } from './session-changes.ts'

const rima = aUser()
const karim = aUser({ id: '0192f0c1-0000-7000-8000-000000000002', email: 'karim@campus.edu' })

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function openTab() {
  const client = createQueryClient()
  stops.push(followOtherTabs(client))
  return client
}

test.each([
  ['they sign out', (client: QueryClient) => endSession(client, { isSignOut: true }), 'none'],
  ['another signs in', (client: QueryClient) => startSession(client, { user: karim }), 'known'],
])('everything fetched for one person is cleared when %s', (_, change, kind) => {
  const client = createQueryClient()
  startSession(client, { user: rima })
  client.setQueryData(['own donor'], 'of Rima')
  cacheReply('/api/donors/mine', 'W/"1"', 'of Rima')
  change(client)
  expect(client.getQueryData(['own donor'])).toBeUndefined()
  expect(findCachedReply('/api/donors/mine')).toBeUndefined()
  expect(client.getQueryData(sessionQuery.queryKey)?.kind).toBe(kind)
})

test('what a page fetches before its session is known is not cleared', async () => {
  const client = createQueryClient()
  client.setQueryData(['asked-alert'], 'of Rima')
  await client.fetchQuery({ ...sessionQuery, queryFn: async () => toStoredSession({ user: rima }) })
  expect(client.getQueryData(['asked-alert'])).toBe('of Rima')
})

test.each([
  ['they sign out', (client: QueryClient) => endSession(client, { isSignOut: true })],
  ['their session ends', (client: QueryClient) => endSession(client, { isSignOut: false })],
  ['another signs in', (client: QueryClient) => startSession(client, { user: karim })],
])('the offline list is deleted when %s', async (_, change) => {
  startMemoryCaches()
  const client = createQueryClient()
  startSession(client, { user: rima })
  await saveOfflineList(await openOfflineCache(), '[]')
  change(client)
  await waitFor(async () => expect(await findOfflineList()).toBeNull())
})

test.each([
  ['their session ends', (client: QueryClient) => endSession(client, { isSignOut: false })],
  ['another signs in', (client: QueryClient) => startSession(client, { user: karim })],
])('what waits for the connection is not sent when %s', async (_, change) => {
  const client = createQueryClient()
  client.mount()
  stops.push(
    () => client.unmount(),
    () => onlineManager.setOnline(true),
  )
  startSession(client, { user: rima })
  onlineManager.setOnline(false)
  const send = vi.fn(async () => {})
  void sendOnceConnected(client, 'post-request', { send, values: {} })
  await new Promise(setImmediate)
  change(client)
  onlineManager.setOnline(true)
  await client.resumePausedMutations()
  expect(send).not.toHaveBeenCalled()
})

test('verifying the email does not clear the cache', () => {
  const client = createQueryClient()
  startSession(client, { user: aUser({ emailVerified: false }) })
  client.setQueryData(['own donor'], 'of Rima')
  startSession(client, { user: rima })
  expect(client.getQueryData(['own donor'])).toBe('of Rima')
})

const DRAFT = { patientName: 'Karim' }

test('a draft survives for the person whose session ended, and for nobody else', () => {
  const client = createQueryClient()
  startSession(client, { user: rima })
  saveDraft(rima.id, 'post-request', DRAFT)
  endSession(client, { isSignOut: false })
  startSession(client, { user: rima })
  expect(findDraft(rima.id, 'post-request')).toEqual(DRAFT)
  endSession(client, { isSignOut: false })
  startSession(client, { user: karim })
  expect(findDraft(karim.id, 'post-request')).toBeNull()
  expect(findDraft(rima.id, 'post-request')).toBeNull()
})

test('whom somebody called stays for the person whose session ended, and for nobody else', () => {
  const client = createQueryClient()
  const isRemembered = () => localStorage.length > 0
  startSession(client, { user: rima })
  saveCall(rima.id, 'a donor')
  endSession(client, { isSignOut: false })
  startSession(client, { user: rima })
  expect(isRemembered()).toBe(true)
  startSession(client, { user: karim })
  expect(isRemembered()).toBe(false)
  saveCall(karim.id, 'a donor')
  endSession(client, { isSignOut: true })
  expect(isRemembered()).toBe(false)
})

test('signing out deletes the drafts in every tab', async () => {
  const [here, there] = [openTab(), openTab()]
  for (const tab of [here, there]) tab.setQueryData(sessionQuery.queryKey, toStoredSession({ user: rima }))
  saveDraft(rima.id, 'post-request', DRAFT)
  endSession(here, { isSignOut: true })
  expect(findDraft(rima.id, 'post-request')).toBeNull()
  // In this test the tabs share one session storage; in a browser each has its own.
  saveDraft(rima.id, 'post-request', DRAFT)
  await waitFor(() => expect(findDraft(rima.id, 'post-request')).toBeNull())
})

test('a sign-in in one tab makes the others refetch the session', async () => {
  const [here, there] = [openTab(), openTab()]
  there.setQueryData(sessionQuery.queryKey, { kind: 'none' })
  startSession(here, { user: rima })
  await waitFor(() => expect(there.getQueryState(sessionQuery.queryKey)?.isInvalidated).toBe(true))
})
