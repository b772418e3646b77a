import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { isRefusal, Refusal } from '../api/refusal.ts'
import { forgetWithThePerson, leave, refreshSession } from './session-changes.ts'

const RETRY_DELAY_MS = 300

/** Whether the same call may succeed a moment later. */
const mayPass = (error: Error) => error instanceof Refusal && (error.status === 0 || error.status >= 500)

/**
 * The cache of everything that was fetched. A reading call that failed for want of an answer is tried once
 * more, a refused one never. A call that finds the session ended signs the person out here, too, and one that finds
 * the person no admin any more has the guards ask again.
 */
export function openQueryClient(): QueryClient {
  const onError = (error: Error) => {
    if (isRefusal(error, 'not-signed-in')) leave(client, { onPurpose: false, reason: error.message })
    if (isRefusal(error, 'admins-only')) void refreshSession(client)
  }
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      // Being offline is shown as a failure with a way out, not as waiting without end.
      queries: {
        networkMode: 'always',
        retry: (failures, error) => failures < 1 && mayPass(error),
        retryDelay: RETRY_DELAY_MS,
      },
      mutations: { networkMode: 'always' },
    },
  })
  forgetWithThePerson(client)
  return client
}
