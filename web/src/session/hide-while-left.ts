import { SECOND_MS } from '@blood-bank/contract/durations'
import type { QueryClient } from '@tanstack/react-query'
import { actorOf, fetchSession, sessionQuery } from './session.ts'

/** Between two tries without a reply; each is twice as long as the one before. */
const MIN_PAUSE_MS = SECOND_MS
const MAX_PAUSE_MS = 32 * SECOND_MS

/**
 * Hides the page of a signed-in person while another one is open in its tab. Browsers show it again as it was on Back, even
 * without a network, also to the next person after a sign-out (`pageshow`). It stays hidden until the server says that the
 * same person is signed in; otherwise it is loaded anew.
 */
export function hideWhileLeft(client: QueryClient): void {
  const { dataset } = document.documentElement
  let left = new AbortController()
  addEventListener('pagehide', ({ persisted }) => {
    left.abort()
    // Hidden now, as a frame of it may be shown before any script runs.
    if (persisted && actorIn(client)) dataset.left = ''
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || dataset.left === undefined) return
    left = new AbortController()
    void showAgain(client, left.signal)
  })
}

async function showAgain(client: QueryClient, signal: AbortSignal) {
  const before = actorIn(client)?.id
  for (let pause = MIN_PAUSE_MS; !signal.aborted; pause = Math.min(2 * pause, MAX_PAUSE_MS)) {
    const session = await fetchSession({ signal }).catch(() => null)
    if (signal.aborted) return
    if (session) {
      if (before === undefined || actorOf(session)?.id !== before) return location.reload()
      client.setQueryData(sessionQuery.queryKey, session)
      delete document.documentElement.dataset.left
      return
    }
    await new Promise(resolve => {
      setTimeout(resolve, pause)
      addEventListener('online', resolve, { once: true })
    })
  }
}

function actorIn(client: QueryClient) {
  const session = client.getQueryData(sessionQuery.queryKey)
  return session ? actorOf(session) : null
}
