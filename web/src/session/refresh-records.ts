import type { QueryClient } from '@tanstack/react-query'
import { sessionQuery } from './session.ts'

/**
 * Refetches everything on the page except the session: an offer or a donation also changes blood requests and donor
 * profiles, which belong to other features. Resolves when it is loaded; what did not change is answered with 304.
 */
export const refreshRecords = (client: QueryClient) =>
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] })
