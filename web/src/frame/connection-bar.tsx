import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { watchConnection } from './connection.ts'
import styles from './connection-bar.module.css'

/** How long the bar says that the connection is back. */
const BACK_MS = 5_000

const TEXTS = {
  connected: null,
  lost: 'You are offline. What you type is kept.',
  back: "You're back online.",
} as const

/** Says at the bottom of the window that the connection is lost. When it is back, fetches again what failed meanwhile. */
export function ConnectionBar() {
  const client = useQueryClient()
  const [state, setState] = useState<keyof typeof TEXTS>('connected')

  useEffect(
    () =>
      watchConnection(client, isLost => {
        setState(isLost ? 'lost' : 'back')
        if (!isLost)
          void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' })
      }),
    [client],
  )

  useEffect(() => {
    if (state !== 'back') return
    const timer = setTimeout(setState, BACK_MS, 'connected')
    return () => clearTimeout(timer)
  }, [state])

  // Rendered before it has text, as screen readers announce only changes inside it.
  return (
    <div className={styles.bar} data-state={state} role="status">
      {TEXTS[state]}
    </div>
  )
}
