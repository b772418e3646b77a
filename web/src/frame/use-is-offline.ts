import { hasServiceWorker } from '../device/offline/has-service-worker.ts'
import { useSessionQuery } from '../session/session.ts'

/**
 * Whether the session could not be fetched, on a device with the service worker. Not the query's `isError`, which resets with
 * every retry: the page would flicker.
 */
export function useIsOffline(): boolean {
  const { data, errorUpdateCount } = useSessionQuery()
  return (data === undefined || data.kind === 'presumed') && errorUpdateCount > 0 && hasServiceWorker()
}
