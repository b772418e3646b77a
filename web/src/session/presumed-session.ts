import type { Viewer } from '@blood-bank/contract/sessions/viewers'
import type { QueryClient } from '@tanstack/react-query'
import { createQueryClient } from './query-client.ts'
import { type PresumedActor, type StoredSession, sessionQuery } from './session.ts'

/** Whoever has a reminder gets the page for `unknown`, so everybody else has a verified email. */
const ACTORS: Record<Exclude<Viewer, 'unknown'>, PresumedActor | null> = {
  visitor: null,
  member: { role: 'user', emailVerified: true },
  admin: { role: 'admin', emailVerified: true },
}

/**
 * Creates the query cache of a page that the build rendered for a kind of person. It presumes until the server has
 * answered that such a person is signed in.
 */
export function createPresumingQueryClient(viewer: Viewer): QueryClient {
  const client = createQueryClient()
  if (viewer === 'unknown') return client
  const presumed: StoredSession = { kind: 'presumed', actor: ACTORS[viewer] }
  client.setQueryData(sessionQuery.queryKey, presumed, { updatedAt: 0 })
  return client
}
