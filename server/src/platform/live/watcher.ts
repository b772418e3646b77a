import type { WarningLog } from '../http/log.ts'
import type { ChangesSince } from './change-log.ts'

const POLL_INTERVAL_MS = 500

type Options = {
  /** Creates a reader that tells what has changed from its first poll on. */
  createReader: () => () => Promise<ChangesSince>
  onPoll: (changes: ChangesSince) => Promise<void>
  log: WarningLog
}

/** Ends the interest of one who listens; further calls do nothing. */
type Release = () => void

/**
 * Polls the log of changes twice a second while anybody listens, once for all of them. It goes on while the database is
 * away: the reader knows where it stopped.
 * @returns resolves for one who listens when every later change will be found; throws without a database
 */
export function createWatcher({ createReader, onPoll, log }: Options): () => Promise<Release> {
  type Watching = { begun: Promise<unknown>; timer: NodeJS.Timeout | undefined }
  let watching: Watching | null = null
  let listening = 0
  let isFailing = false

  function begin(): Watching {
    const read = createReader()
    const current: Watching = { begun: read(), timer: undefined }
    const poll = async () => {
      const polledAt = performance.now()
      try {
        await onPoll(await read())
        isFailing = false
      } catch (error) {
        // Logged once per outage of the database.
        if (!isFailing) log.warn({ reason: String(error) }, 'live updates cannot be sent')
        isFailing = true
      }
      schedulePoll(performance.now() - polledAt)
    }
    const schedulePoll = (elapsedMs: number) => {
      if (watching === current)
        current.timer = setTimeout(poll, Math.max(0, POLL_INTERVAL_MS - elapsedMs)).unref()
    }
    current.begun.then(
      () => schedulePoll(0),
      () => stop(current),
    )
    return current
  }

  function stop(current: Watching) {
    clearTimeout(current.timer)
    if (watching === current) watching = null
  }

  function release() {
    listening -= 1
    if (listening === 0 && watching) stop(watching)
  }

  return async () => {
    listening += 1
    watching ??= begin()
    let isReleased = false
    const releaseOnce = () => {
      if (!isReleased) release()
      isReleased = true
    }
    try {
      await watching.begun
    } catch (error) {
      releaseOnce()
      throw error
    }
    return releaseOnce
  }
}
