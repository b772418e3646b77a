import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshSession } from '../session-changes.ts'
import { createRefresher } from './refresh.ts'
import { shareStream } from './shared-stream.ts'
import type { Signal } from './stream.ts'
import { whileInUse } from './while-in-use.ts'

/**
 * Keeps the lists of the page up to date while a person is signed in: fetches those again that the server says may have
 * changed. When the session has ended or the account has changed, fetches the session again. Renders nothing.
 */
export function LiveUpdates({ personId }: { personId: string }) {
  const client = useQueryClient()
  useEffect(() => {
    if (typeof EventSource === 'undefined') return
    const { refresh, stop } = createRefresher(client)
    const onSignal = (signal: Signal) => {
      if (signal.kind === 'hint') refresh(signal.lists)
      else if (signal.kind === 'resync') refresh(null)
      else if (signal.kind === 'ended') void refreshSession(client)
    }
    const stopReading = whileInUse(() => shareStream(personId, onSignal))
    return () => {
      stopReading()
      stop()
    }
  }, [client, personId])
  return null
}
