import { SECOND_MS } from '@blood-bank/contract/durations'
import type { QueryClient } from '@tanstack/react-query'
import { hasServiceWorker } from '../device/offline/worker-registration.ts'
import { actorOf, fetchSession, sessionQuery } from './session.ts'

/** Between two tries without a reply; each is twice as long as the one before. */
const MIN_PAUSE_MS = SECOND_MS
const MAX_PAUSE_MS = 32 * SECOND_MS

/**
 * Hides the page of a signed-in person, and what is saved on their device, while another page is open in the tab. Browsers
 * show it again as it was on Back, even without a network, also to the next person after a sign-out (`pageshow`). It stays
 * hidden until the server says that the same person is signed in; otherwise it is loaded anew.
 */
export function hideWhileLeft(client: QueryClient): void {
  const { dataset } = document.documentElement
  let left = new AbortController()
  addEventListener('pagehide', ({ persisted }) => {
    left.abort()
    // Hidden now, as a frame of it may be shown before any script runs.
    const session = client.getQueryData(sessionQuery.queryKey)
    if (persisted && (!session || actorOf(session))) dataset.left = ''
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || dataset.left === undefined) return
    left = new AbortController()
    void showAgain(client, left.signal)
  })
}

async function showAgain(client: QueryClient, signal: AbortSignal) {
  const before = client.getQueryData(sessionQuery.queryKey)
  if (before?.kind !== 'known') return location.reload()
  for (let pause = MIN_PAUSE_MS; !signal.aborted; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    const session = await fetchSession({ signal }).catch(() => null)
    if (signal.aborted) return
    if (session) {
      if (actorOf(session)?.id !== before.user.id) return location.reload()
      client.setQueryData(sessionQuery.queryKey, session)
      delete document.documentElement.dataset.left
      return
    }
    // Then the service worker shows what is saved on this device. A sign-out has deleted it.
    if (hasServiceWorker()) return location.reload()
    await new Promise(resolve => {
      setTimeout(resolve, pause)
      addEventListener('online', resolve, { once: true })
    })
  }
}
