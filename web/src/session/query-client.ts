import type { LiveList } from '@blood-bank/contract/live/endpoints'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isConnected } from '../api/connection-check.ts'
import { isRefusal, Refusal } from '../api/refusal.ts'
import { isTakingOver } from './sent-page.ts'
import {
  clearCacheOnUserChange,
  endRefusedSession,
  learnOfChangedRole,
  refreshSession,
} from './session-changes.ts'

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The lists that the query shows: it is fetched again when the server says that one of them may have changed. */
      live?: readonly LiveList[]
      /** Whether somebody may wait for it in another tab: it is fetched again in a hidden tab, too. */
      isAwaited?: boolean
      /** Whether the server leaves it to the browser: only the device knows it, or it is looked at later. */
      isForBrowser?: boolean
    }
    mutationMeta: {
      /** The records on the screen keep their places after it: the person is working through the list. */
      keepsPlaces?: true
    }
  }
}

const RETRY_DELAY_MS = 300

/** Whether the same call may succeed a moment later. */
const isTransient = (error: Error) => error instanceof Refusal && (error.status === 0 || error.status >= 500)

/**
 * Creates the query cache. A query that failed is retried once, a refused one never. A call refused because the session
 * has ended signs the person out in this page, too; one refused because they are no longer an admin or a coordinator refreshes
 * the session, so that the guards check again. What failed is fetched again when the connection is back; what is shown, after a
 * mutation without a reply, which may have changed it. What is neither a refusal nor cancelled is a fault of the page, which
 * is logged.
 */
export function createQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (isRefusal(error, 'not-signed-in')) {
      endRefusedSession(client, error.message)
      void learnOfChangedRole(client)
    }
    if (isRefusal(error, 'admins-only', 'admin-passkey-needed', 'coordinators-only', 'coordinator-ended'))
      void refreshSession(client)
    if (!(error instanceof Refusal || error.name === 'AbortError')) console.error(error)
  }
  const refetchOnceConnected = async () => {
    const refetchType = (await isConnected()) ? 'active' : 'none'
    await client.invalidateQueries({ refetchType })
  }
  const onMutationError = (error: Error) => {
    onError(error)
    // Not awaited, as the page would wait with saying so.
    if (isRefusal(error, 'network', 'unavailable')) void refetchOnceConnected()
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError: onMutationError }),
    defaultOptions: {
      // Being offline is shown as an error with a Retry button, not as endless loading.
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && isTransient(error),
        // What came with the page was fetched just now; the first hint of the live stream tells what has changed since.
        refetchOnMount: () => !isTakingOver(),
        retryOnMount: () => !isTakingOver(),
        retryDelay: RETRY_DELAY_MS,
        refetchOnReconnect: ({ state }) => (state.status === 'error' || state.isInvalidated) && 'always',
      },
      mutations: { networkMode: 'always' },
    },
  })
  clearCacheOnUserChange(client)
  return client
}
