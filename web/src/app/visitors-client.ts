import type { QueryClient } from '@tanstack/react-query'
import { openQueryClient } from '../session/query-client.ts'
import { sessionQuery } from '../session/session.ts'

/** A cache that takes it that nobody is signed in, and asks the server all the same. */
export function openVisitorsClient(): QueryClient {
  const client = openQueryClient()
  client.setQueryData(sessionQuery.queryKey, { user: null }, { updatedAt: 0 })
  return client
}
