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

/** The session for which the build renders a page for a kind of person. */
export const presumedSession = (viewer: Viewer): StoredSession | undefined =>
  viewer === 'unknown' ? undefined : { kind: 'presumed', actor: ACTORS[viewer] }

/** Creates the query cache of a page that presumes a session until the server has answered. */
export function createPresumingQueryClient(presumed: StoredSession | undefined): QueryClient {
  const client = createQueryClient()
  if (presumed) client.setQueryData(sessionQuery.queryKey, presumed, { updatedAt: 0 })
  return client
}
