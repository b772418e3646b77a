import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshSession } from '../session-changes.ts'
import { createRefresher } from './refresh.ts'
import { shareStream } from './shared-stream.ts'
import type { Signal } from './stream.ts'

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

/**
 * Runs something while people use the page. A page that they leave may stay in the browser's back/forward cache, frozen:
 * it must hold no stream and no lock meanwhile, or the browser discards it as soon as another page asks for the lock, and
 * going back is no longer instant.
 * @param start returns a function that ends it
 * @returns a function that ends it for good
 */
export function whileInUse(start: () => () => void): () => void {
  let end = start()
  const leave = () => end()
  const comeBack = ({ persisted }: PageTransitionEvent) => {
    // The first event of a page that was loaded: it has started already.
    if (persisted) end = start()
  }
  window.addEventListener('pagehide', leave)
  window.addEventListener('pageshow', comeBack)
  return () => {
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('pageshow', comeBack)
    end()
  }
}
