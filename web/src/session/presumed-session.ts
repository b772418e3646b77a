import { SIGNED_IN_VIEWERS, type Viewer } from '@blood-bank/contract/sessions/viewers'
import type { QueryClient } from '@tanstack/react-query'
import { createQueryClient } from './query-client.ts'
import { type ClientSession, sessionQuery } from './session.ts'

/**
 * Creates the query cache of a page that the build rendered for a kind of person. It presumes until the server has
 * answered that such a person is signed in.
 */
export function createPresumingQueryClient(viewer: Viewer): QueryClient {
  const client = createQueryClient()
  if (viewer !== 'unknown')
    client.setQueryData(sessionQuery.queryKey, presumeSession(viewer), { updatedAt: 0 })
  return client
}

/** What the page, which holds nothing personal, tells about the session. */
export function presumeSession(viewer: Exclude<Viewer, 'unknown'>): ClientSession {
  if (viewer === 'visitor') return { isPresumed: true, user: null }
  const { role, emailVerified, ...reminders } = SIGNED_IN_VIEWERS[viewer]
  return { isPresumed: true, user: { id: '', email: '', role, emailVerified, createdAt: '' }, ...reminders }
}
