/** The maximum age of a shared reply. */
export const MAX_AGE_MS = 1_000

type Run<T> = { startedAt: number; reply: Promise<T>; isDone: boolean }

/**
 * Shares one costly reply between callers: one run is in progress at a time, and no caller gets the reply of a run that
 * started more than a second before the call.
 */
export function createSharedReply<T>(now: () => Date): (render: () => Promise<T>) => Promise<T> {
  let latest: Run<T> | null = null
  let following: Promise<T> | null = null

  const start = (render: () => Promise<T>) => {
    const run: Run<T> = { startedAt: now().getTime(), reply: render(), isDone: false }
    latest = run
    following = null
    run.reply.then(
      () => {
        run.isDone = true
      },
      () => {
        // A failure is not shared with later callers: the next call starts a new run.
        if (latest === run) latest = null
      },
    )
    return run.reply
  }

  const isFresh = ({ startedAt }: Run<T>) => {
    const age = now().getTime() - startedAt
    // After the clock was set back, the age is negative; without this check the reply would stay fresh for that long.
    return age >= 0 && age <= MAX_AGE_MS
  }

  return render => {
    if (latest && isFresh(latest)) return latest.reply
    const startNext = () => start(render)
    if (!latest || latest.isDone) return startNext()
    following ??= latest.reply.then(startNext, startNext)
    return following
  }
}
