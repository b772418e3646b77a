import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { registerConnectionCheck } from '../api/connection-check.ts'
import { isRefusal } from '../api/refusal.ts'
import { hasServiceWorker } from '../device/offline/worker-registration.ts'
import { sessionQuery, useSessionQuery } from '../session/session.ts'

/** A connection that is back within this time was not lost: phones change from one network to another. */
const DOUBT_MS = 1_000

type Outcome = { type: string; error?: unknown }

/**
 * Keeps `onlineManager` up to date: offline is when the last call for the session had no reply. What the browser says
 * about its network, and other calls without a reply, are only reasons to make that call: a site on the same machine
 * needs no network, and one lost call is not a lost connection.
 * @returns a function that ends it
 */
export function watchConnection(client: QueryClient): () => void {
  let doubt: ReturnType<typeof setTimeout> | undefined

  function ask() {
    clearTimeout(doubt)
    doubt = undefined
    return client.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false }).catch(() => {})
  }

  const doubtConnection = () => {
    if (onlineManager.isOnline()) doubt ??= setTimeout(ask, DOUBT_MS)
  }

  function judge() {
    const session = client.getQueryState(sessionQuery.queryKey)
    // A query without data forgets its error while it is fetched again.
    if (session && session.status !== 'pending') onlineManager.setOnline(!isRefusal(session.error, 'network'))
  }

  function follow({ type, error }: Outcome) {
    judge()
    if (type === 'success' && !onlineManager.isOnline()) void ask()
    if (type === 'error' && isRefusal(error, 'network')) doubtConnection()
  }

  const ends = [
    registerConnectionCheck(ask),
    client.getQueryCache().subscribe(event => event.type === 'updated' && follow(event.action)),
    client.getMutationCache().subscribe(event => event.type === 'updated' && follow(event.action)),
  ]
  // In place of its own listener, which believes the browser.
  onlineManager.setEventListener(() => {
    window.addEventListener('offline', doubtConnection)
    window.addEventListener('online', ask)
    return () => {
      window.removeEventListener('offline', doubtConnection)
      window.removeEventListener('online', ask)
    }
  })
  onlineManager.setOnline(true)
  judge()
  if (!navigator.onLine) doubtConnection()
  return () => {
    for (const end of ends) end()
    clearTimeout(doubt)
    onlineManager.setEventListener(() => undefined)
    onlineManager.setOnline(true)
  }
}

/**
 * Whether there is nobody to show a page for: the session could not be fetched, on a device with the service worker. Not
 * the query's `isError`, which resets with every retry: the page would flicker.
 */
export function useIsOffline(): boolean {
  const { data, errorUpdateCount } = useSessionQuery()
  return data === undefined && errorUpdateCount > 0 && hasServiceWorker()
}
