import { onlineManager, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isRefused } from '../api/explain-failure.ts'
import { hasServiceWorker } from '../device/offline/worker-registration.ts'
import { withJitter } from '../session/live/polling.ts'
import { sessionQuery } from '../session/session.ts'
import { Button } from '../ui/controls/button.tsx'
import { sayLater, useLateMessage } from '../ui/feedback/late-message.ts'
import { watchConnection } from './connection.ts'
import styles from './connection-bar.module.css'

/** How often the session is asked for while there is no answer. */
const RETRY_MS = 15_000
/** How long the bar says that the connection is back. */
const BACK_MS = 8_000
/** How long it says what became of something whose page was left, unless it is dismissed. */
const MESSAGE_MS = 20_000

const TEXTS = {
  connected: null,
  lost: 'You are offline. What you type is kept.',
  back: "You're back online.",
} as const

/**
 * Says at the bottom of the window that the connection is lost, and when it is back; no other part says so. And what became
 * of something whose page was left meanwhile.
 */
export function ConnectionBar() {
  const client = useQueryClient()
  const [state, setState] = useState<keyof typeof TEXTS>('connected')
  const session = useQuery({
    ...sessionQuery,
    refetchInterval: ({ state: { error } }) => error !== null && !isRefused(error) && withJitter(RETRY_MS),
  })

  useEffect(() => {
    const end = onlineManager.subscribe(isOnline => setState(isOnline ? 'back' : 'lost'))
    const endWatching = watchConnection(client)
    return () => {
      end()
      endWatching()
    }
  }, [client])

  useEffect(() => {
    if (state !== 'back') return
    const timer = setTimeout(setState, BACK_MS, 'connected')
    return () => clearTimeout(timer)
  }, [state])

  const message = useLateMessage()
  useEffect(() => {
    if (message === null) return
    const timer = setTimeout(sayLater, MESSAGE_MS, null)
    return () => clearTimeout(timer)
  }, [message])

  return (
    <div className={styles.bar} data-state={state === 'connected' && message !== null ? 'message' : state}>
      {/* Rendered before it has text, as screen readers announce only changes inside it. */}
      <div role="status">{[TEXTS[state], message].filter(text => text !== null).join(' ')}</div>
      {message !== null && <Button onClick={() => sayLater(null)}>Dismiss</Button>}
      {/* Loads the document, as only that page's policy allows registering a service worker. */}
      {state === 'back' && session.data?.kind === 'known' && !hasServiceWorker() && (
        <a href="/offline-access">Read requests while you're offline</a>
      )}
      {state === 'lost' && (
        <Button isBusy={session.isFetching} onClick={() => void session.refetch()}>
          Retry
        </Button>
      )}
    </div>
  )
}
