import { MINUTE_MS } from '@blood-bank/contract/durations'
import {
  type ByeReason,
  HEARTBEAT_MS,
  type LiveEvent,
  type LiveList,
} from '@blood-bank/contract/live/endpoints'
import { createPolling, withJitter } from './polling.ts'

/** A connection on which nothing arrives for this long is dead; a laptop was asleep, or a proxy has forgotten it. */
const SILENCE_MS = 2.4 * HEARTBEAT_MS
const CHECK_MS = 5_000
const FIRST_RETRY_MS = 1_500
const MAX_RETRY_MS = MINUTE_MS
/** Streams of other browsers of this account take all places. */
const RETRY_AFTER_TOO_MANY_MS = 10 * MINUTE_MS

export type Signal =
  /** These lists may have changed. */
  | { kind: 'hint'; lists: readonly LiveList[] }
  /** Every list may have changed. */
  | { kind: 'resync' }
  /** Nothing has changed. */
  | { kind: 'alive' }
  /** The session may have ended, or the account may have changed. */
  | { kind: 'ended' }

/**
 * Reads the live stream and connects again whenever it breaks off. Meanwhile every list counts as changed every half
 * minute, while the server can be reached. Returns a function that ends it.
 */
export function readStream(onSignal: (signal: Signal) => void): () => void {
  let source: EventSource | null = null
  let heardAt = Date.now()
  let retryMs = FIRST_RETRY_MS
  let retry: ReturnType<typeof setTimeout> | undefined
  let isFirst = true
  const polling = createSignalPolling(onSignal)

  function connect() {
    clearTimeout(retry)
    source?.close()
    heardAt = Date.now()
    // The first stream tells what has changed since the page was opened, so that its lists are not fetched twice.
    const tellsEarlier = isFirst
    isFirst = false
    const opened = new EventSource(tellsEarlier ? `/api/live?listsAgeMs=${ageOfPage()}` : '/api/live')
    source = opened
    const on = (event: LiveEvent, act: (text: string) => void) =>
      opened.addEventListener(event, ({ data }: MessageEvent<string>) => {
        heardAt = Date.now()
        act(data)
      })
    on('open', () => {
      polling.stop()
      if (!tellsEarlier) onSignal({ kind: 'resync' })
    })
    on('hint', text => onSignal({ kind: 'hint', lists: JSON.parse(text) }))
    on('resync', () => onSignal({ kind: 'resync' }))
    on('heartbeat', () => {
      // Not when it opens: it may break off at once, again and again.
      retryMs = FIRST_RETRY_MS
      onSignal({ kind: 'alive' })
    })
    on('bye', reason => leave(reason as ByeReason))
    opened.onerror = () => {
      // The browser tries again by itself if the connection broke off. If it was refused, the session may have ended
      // before it was open.
      const isRefused = opened.readyState === EventSource.CLOSED
      connectLater(retryMs)
      if (isRefused) onSignal({ kind: 'ended' })
    }
  }

  function leave(reason: ByeReason) {
    connectLater(reason === 'too-many-streams' ? RETRY_AFTER_TOO_MANY_MS : retryMs)
    if (reason === 'session-ended' || reason === 'account-changed') onSignal({ kind: 'ended' })
  }

  function connectLater(ms: number) {
    source?.close()
    source = null
    clearTimeout(retry)
    retry = setTimeout(connect, withJitter(ms))
    retryMs = Math.min(2 * retryMs, MAX_RETRY_MS)
    polling.start()
  }

  // Timers stand still while a laptop is asleep, the time of the day does not.
  const check = setInterval(() => {
    if (source && Date.now() - heardAt > SILENCE_MS) connect()
  }, CHECK_MS)

  connect()
  return () => {
    clearInterval(check)
    clearTimeout(retry)
    polling.stop()
    source?.close()
    source = null
  }
}

/** Without a stream: every list counts as changed every half minute. Returns a function that ends it. */
export function pollOnly(onSignal: (signal: Signal) => void): () => void {
  const { start, stop } = createSignalPolling(onSignal)
  start()
  return stop
}

/** Without the server the lists keep what they show. */
const createSignalPolling = (onSignal: (signal: Signal) => void) =>
  createPolling(isReachable => onSignal({ kind: isReachable ? 'resync' : 'alive' }))

/** In milliseconds. One of the clocks stands still while a laptop is asleep, the other may be set. */
const ageOfPage = () => Math.ceil(Math.max(performance.now(), Date.now() - performance.timeOrigin))
