import type { QueryClient } from '@tanstack/react-query'
import { createQueryClient } from '../session/query-client.ts'
import { sessionQuery } from '../session/session.ts'

/** Creates a query cache that assumes at first that nobody is signed in, and still asks the server. */
export function createVisitorQueryClient(): QueryClient {
  const client = createQueryClient()
  client.setQueryData(sessionQuery.queryKey, { user: null }, { updatedAt: 0 })
  return client
}
