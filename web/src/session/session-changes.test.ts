import type { QueryClient } from '@tanstack/react-query'
import { waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { findKnown, remember } from '../api/known-replies.ts'
import { findDraft, keepDraft } from '../forms/drafts.ts'
import { findKeptList, keepList, openKept } from '../offline/kept-requests.ts'
import { aUser } from '../testing/builders.ts'
import { startMemoryCaches } from '../testing/memory-caches.ts'
import { openQueryClient } from './query-client.ts'
import { sessionQuery } from './session.ts'
import { enter, followOtherTabs, leave } from './session-changes.ts'

const rima = aUser()
const karim = aUser({ id: '0192f0c1-0000-7000-8000-000000000002', email: 'karim@campus.edu' })

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

function openTab() {
  const client = openQueryClient()
  stops.push(followOtherTabs(client))
  return client
}

test('what was fetched for one person is forgotten when they sign out', () => {
  const client = openQueryClient()
  enter(client, { user: rima })
  client.setQueryData(['own donor'], 'of Rima')
  remember('/api/donors/mine', 'W/"1"', 'of Rima')
  leave(client, { onPurpose: true })
  expect(client.getQueryData(['own donor'])).toBeUndefined()
  expect(findKnown('/api/donors/mine')).toBeUndefined()
  expect(client.getQueryData(sessionQuery.queryKey)?.user).toBeNull()
})

test('what was fetched for one person is forgotten when another signs in', () => {
  const client = openQueryClient()
  enter(client, { user: rima })
  client.setQueryData(['own donor'], 'of Rima')
  remember('/api/donors/mine', 'W/"1"', 'of Rima')
  enter(client, { user: karim })
  expect(client.getQueryData(['own donor'])).toBeUndefined()
  expect(findKnown('/api/donors/mine')).toBeUndefined()
})

test.each([
  ['they sign out', (client: QueryClient) => leave(client, { onPurpose: true })],
  ['their session ends', (client: QueryClient) => leave(client, { onPurpose: false })],
  ['another signs in', (client: QueryClient) => enter(client, { user: karim })],
])('what this device keeps for when a person is offline is wiped when %s', async (_, change) => {
  startMemoryCaches()
  const client = openQueryClient()
  enter(client, { user: rima })
  await keepList(await openKept(), '[]')
  change(client)
  await waitFor(async () => expect(await findKeptList()).toBeNull())
})

test('a verified address is no change of person', () => {
  const client = openQueryClient()
  enter(client, { user: aUser({ emailVerified: false }) })
  client.setQueryData(['own donor'], 'of Rima')
  enter(client, { user: rima })
  expect(client.getQueryData(['own donor'])).toBe('of Rima')
})

const DRAFT = { patientName: 'Karim' }

test('a draft waits for the person whose session ended, and for nobody else', () => {
  const client = openQueryClient()
  enter(client, { user: rima })
  keepDraft(rima.id, 'post-request', DRAFT)
  leave(client, { onPurpose: false })
  enter(client, { user: rima })
  expect(findDraft(rima.id, 'post-request')).toEqual(DRAFT)
  leave(client, { onPurpose: false })
  enter(client, { user: karim })
  expect(findDraft(karim.id, 'post-request')).toBeNull()
  expect(findDraft(rima.id, 'post-request')).toBeNull()
})

test('whoever signs out leaves no draft behind, in any tab', async () => {
  const [here, there] = [openTab(), openTab()]
  for (const tab of [here, there]) tab.setQueryData(sessionQuery.queryKey, { user: rima })
  keepDraft(rima.id, 'post-request', DRAFT)
  leave(here, { onPurpose: true })
  expect(findDraft(rima.id, 'post-request')).toBeNull()
  // Here, the tabs share the storage that they have apart in a browser.
  keepDraft(rima.id, 'post-request', DRAFT)
  await waitFor(() => expect(findDraft(rima.id, 'post-request')).toBeNull())
})

test('a sign-out in one tab signs out the others at once', async () => {
  const [here, there] = [openTab(), openTab()]
  for (const tab of [here, there]) tab.setQueryData(sessionQuery.queryKey, { user: rima })
  leave(here, { onPurpose: true })
  await waitFor(() =>
    expect(there.getQueryData(sessionQuery.queryKey)).toEqual({
      user: null,
      reason: 'You were signed out in another tab. Please log in again.',
    }),
  )
})

test('a sign-in in one tab makes the others ask again', async () => {
  const [here, there] = [openTab(), openTab()]
  there.setQueryData(sessionQuery.queryKey, { user: null })
  enter(here, { user: rima })
  await waitFor(() => expect(there.getQueryState(sessionQuery.queryKey)?.isInvalidated).toBe(true))
})
