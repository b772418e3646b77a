import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshSession } from '../session-changes.ts'
import { createPolling } from './polling.ts'
import { createRefresher } from './refresh.ts'
import { shareStream } from './shared-stream.ts'
import type { Signal } from './stream.ts'
import { whileInUse } from './while-in-use.ts'

/**
 * Without locks the tabs cannot share a stream, and a stream for each would use up the connections of the browser. Pages
 * over http have none, except on this machine.
 */
const read = 'locks' in navigator ? shareStream : pollOnly

function pollOnly(_personId: string, onSignal: (signal: Signal) => void) {
  const { start, stop } = createPolling(isReachable => onSignal({ kind: isReachable ? 'resync' : 'alive' }))
  start()
  return stop
}

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
    const stopReading = whileInUse(() => read(personId, onSignal))
    return () => {
      stopReading()
      stop()
    }
  }, [client, personId])
  return null
}
