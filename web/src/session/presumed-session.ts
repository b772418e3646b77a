import type { Viewer } from '@blood-bank/contract/viewers'
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
    client.setQueryData(sessionQuery.queryKey, presumedSession(viewer), { updatedAt: 0 })
  return client
}

/** What is known of the session from the page, which holds nothing personal. */
const presumedSession = (viewer: Viewer): ClientSession => ({
  isPresumed: true,
  user:
    viewer === 'visitor'
      ? null
      : {
          id: '',
          email: '',
          role: viewer === 'admin' ? 'admin' : 'user',
          emailVerified: viewer !== 'unverified',
          createdAt: '',
        },
})
