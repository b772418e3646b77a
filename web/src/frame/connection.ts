import type { QueryClient } from '@tanstack/react-query'
import { isRefusal } from '../api/refusal.ts'
import { withJitter } from '../session/live/jitter.ts'
import { sessionQuery } from '../session/session.ts'

/** A connection that is back within this time was not lost: phones change from one network to another. */
const DOUBT_MS = 1_000
/** How often the server is asked while it can't be reached. */
const RETRY_MS = 15_000

type Outcome = { type: string; error?: unknown }

/**
 * Reports when the server can't be reached any more, and when it can again. What the browser says about its network, and
 * calls without a reply, are only reasons to ask the server: a site on the same machine needs no network, and one lost
 * call is not a lost connection.
 * @returns a function that ends it
 */
export function watchConnection(client: QueryClient, onChange: (isLost: boolean) => void): () => void {
  let isLost = false
  let isAsking = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function askIn(ms: number) {
    if (isAsking) return
    clearTimeout(timer)
    timer = setTimeout(ask, ms)
  }

  async function ask() {
    const asked = timer
    isAsking = true
    const session = client.fetchQuery({ ...sessionQuery, staleTime: 0, retry: false })
    const hasReply = await session.then(
      () => true,
      error => !isRefusal(error, 'network'),
    )
    isAsking = false
    if (timer !== asked) return
    if (isLost === hasReply) onChange(!hasReply)
    isLost = !hasReply
    if (isLost) askIn(withJitter(RETRY_MS))
  }

  const doubt = () => isLost || askIn(DOUBT_MS)
  const hope = () => isLost && askIn(0)
  const follow = ({ type, error }: Outcome) => {
    if (type === 'success') hope()
    if (type === 'error' && isRefusal(error, 'network')) doubt()
  }

  const ends = [
    client.getQueryCache().subscribe(event => event.type === 'updated' && follow(event.action)),
    client.getMutationCache().subscribe(event => event.type === 'updated' && follow(event.action)),
  ]
  window.addEventListener('offline', doubt)
  window.addEventListener('online', hope)
  if (!navigator.onLine) doubt()
  return () => {
    for (const end of ends) end()
    window.removeEventListener('offline', doubt)
    window.removeEventListener('online', hope)
    clearTimeout(timer)
    timer = undefined
  }
}
