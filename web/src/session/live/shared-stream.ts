import { HEARTBEAT_MS } from '@blood-bank/contract/campus/live'
import { readStream, type Signal } from './stream.ts'

/** The leader passes on a heartbeat at least this often, unless the browser has frozen its tab. */
const SILENCE_MS = 3 * HEARTBEAT_MS
const CHECK_MS = 10_000

/** What the tabs say to each other: a signal of the leader, or that a tab has started to listen. */
type Message = Signal | { kind: 'hello' }

/**
 * Reads one live stream for all tabs of the browser: the tab that holds the lock reads it and tells the others. When it
 * closes, the next tab gets the lock and connects. Returns a function that ends it in this tab.
 */
export function shareStream(personId: string, onSignal: (signal: Signal) => void): () => void {
  const name = `live ${personId}`
  const channel = new BroadcastChannel(name)
  const stop = new AbortController()
  let heardAt = Date.now()
  let stopReading: (() => void) | null = null

  const lead = () =>
    new Promise<void>(resolve => {
      const end = readStream(signal => {
        channel.postMessage(signal satisfies Message)
        onSignal(signal)
      })
      stopReading = () => {
        end()
        resolve()
      }
    })

  function follow(options: LockOptions) {
    navigator.locks
      .request(name, options, () => (stop.signal.aborted ? undefined : lead()))
      .catch(() => {
        // Another tab took the lock, because this one had been frozen. Or this one has stopped waiting.
        stopReading?.()
        stopReading = null
        heardAt = Date.now()
        if (!stop.signal.aborted) follow({ signal: stop.signal })
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
