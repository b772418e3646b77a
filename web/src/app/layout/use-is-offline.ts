import { hasWorker } from '../../offline/has-worker.ts'
import { useSession } from '../../session/session.ts'

/**
 * Whether no answer ever came to who is signed in, on a device that keeps the list of requests for that case.
 * Not the query's `isError`: it comes and goes with every new try, and so would the page.
 */
export function useIsOffline(): boolean {
  const { data, errorUpdateCount } = useSession()
  return !data && errorUpdateCount > 0 && hasWorker()
}
