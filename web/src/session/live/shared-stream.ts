import { HEARTBEAT_MS } from '@blood-bank/contract/live/endpoints'
import { findLocks, openChannel } from '../../ui/browser/capabilities.ts'
import { pollOnly, readStream, type Signal } from './stream.ts'

/** The leader passes on a heartbeat at least this often, unless the browser has frozen its tab. */
const SILENCE_MS = 3 * HEARTBEAT_MS
const CHECK_MS = 10_000

/** What the tabs say to each other: a signal of the leader, or that a tab has started to listen. */
type Message = Signal | { kind: 'hello' }

/**
 * Reads one live stream for all tabs of the browser: the tab that holds the lock reads it and tells the others. When it
 * closes, the next tab gets the lock and connects. Where the browser has or allows no locks, each tab polls, as a stream for
 * each would use up its connections. Returns a function that ends it in this tab.
 */
export function shareStream(personId: string, onSignal: (signal: Signal) => void): () => void {
  const name = `live ${personId}`
  const locks = findLocks()
  const channel = openChannel(name)
  if (!locks || !channel) return pollOnly(onSignal)
  const stop = new AbortController()
  let heardAt = Date.now()
  /** While this tab leads, or polls. */
  let stopReading: (() => void) | null = null

  const lead = () =>
    new Promise<void>(resolve => {
      stopReading?.()
      const end = readStream(signal => {
        channel.postMessage(signal satisfies Message)
        onSignal(signal)
      })
      stopReading = () => {
        end()
        resolve()
      }
    })

  const follow = (options: LockOptions): void => {
    locks
      .request(name, options, () => (stop.signal.aborted ? undefined : lead()))
      .catch(() => {
        if (stop.signal.aborted) return
        const wasLeading = stopReading !== null
        stopReading?.()
        stopReading = null
        heardAt = Date.now()
        // Another tab took the lock, because this one had been frozen.
        if (wasLeading) follow({ signal: stop.signal })
        // The browser refuses locks, and would again.
        else stopReading = pollOnly(onSignal)
      })
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    heardAt = Date.now()
    if (data.kind !== 'hello') onSignal(data)
    // What changed before the new tab listened, it may have missed.
    else if (stopReading) channel.postMessage({ kind: 'resync' } satisfies Message)
  }

  const check = setInterval(() => {
    const isLeaderSilent = !stopReading && Date.now() - heardAt > SILENCE_MS
    if (isLeaderSilent && !document.hidden) follow({ steal: true })
  }, CHECK_MS)

  follow({ signal: stop.signal })
  channel.postMessage({ kind: 'hello' } satisfies Message)
  return () => {
    stop.abort()
    clearInterval(check)
    stopReading?.()
    channel.close()
  }
}
