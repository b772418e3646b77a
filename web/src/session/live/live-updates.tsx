import type { LiveList } from '@blood-bank/contract/live/endpoints'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshSession } from '../session-changes.ts'
import { withJitter } from './polling.ts'
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

/** The mean time from a hint to the fetch. Hints that arrive meanwhile are answered by the same fetch. */
const DELAY_MS = 300
/** At a time of many changes a page fetches no more often than this, on average. */
const PAUSE_MS = 2_000

/** Fetches the lists of a page again that may have changed. */
type Refresher = {
  /** @param lists null for all */
  refresh: (lists: readonly LiveList[] | null) => void
  stop: () => void
}

/**
 * Lists in a hidden tab are fetched when it is shown, but those that somebody may wait for in another tab at once
 * (`isAwaited`): the title of the document says what has arrived.
 */
export function createRefresher(client: QueryClient): Refresher {
  const parts = [true, false].map(isAwaited => createPart(client, isAwaited))
  return {
    refresh: lists => {
      for (const part of parts) part.refresh(lists)
    },
    stop: () => {
      for (const part of parts) part.stop()
    },
  }
}

function createPart(client: QueryClient, isAwaited: boolean): Refresher {
  const changed = new Set<LiveList>()
  let isAllChanged = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let pausedUntil = 0

  function schedule() {
    const waits = document.hidden && !isAwaited
    if (waits || timer !== undefined || (!isAllChanged && changed.size === 0)) return
    timer = setTimeout(fetchChanged, Math.max(withJitter(DELAY_MS), pausedUntil - Date.now()))
  }

  function fetchChanged() {
    timer = undefined
    // A fetch during a sign-out would be refused, as if the session had ended elsewhere.
    if (client.isMutating() > 0) return schedule()
    const [isAll, lists] = [isAllChanged, new Set(changed)]
    isAllChanged = false
    changed.clear()
    pausedUntil = Date.now() + withJitter(PAUSE_MS)
    void client.invalidateQueries({
      predicate: ({ meta }) =>
        (meta?.isAwaited ?? false) === isAwaited &&
        (meta?.live?.some(list => isAll || lists.has(list)) ?? false),
    })
  }

  document.addEventListener('visibilitychange', schedule)
  return {
    refresh(lists) {
      if (lists) for (const list of lists) changed.add(list)
      else isAllChanged = true
      schedule()
    },
    stop() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', schedule)
    },
  }
}
