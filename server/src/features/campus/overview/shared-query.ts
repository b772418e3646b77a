/** The maximum age of a shared result. */
export const MAX_AGE_MS = 1_000

type Run<T> = { startedAt: number; result: Promise<T>; isDone: boolean }

/**
 * Shares the results of a costly query: one run is in progress at a time, and no caller gets the result of a run that
 * started more than a second before the call.
 */
export function createSharedQuery<T>(query: () => Promise<T>, now: () => Date): () => Promise<T> {
  let latest: Run<T> | null = null
  let following: Promise<T> | null = null

  const start = () => {
    const run: Run<T> = { startedAt: now().getTime(), result: query(), isDone: false }
    latest = run
    following = null
    run.result.then(
      () => {
        run.isDone = true
      },
      () => {
        // A failure is not shared with later callers: the next call starts a new run.
        if (latest === run) latest = null
      },
    )
    return run.result
  }

  const isFresh = ({ startedAt }: Run<T>) => {
    const age = now().getTime() - startedAt
    // After the clock was set back, the age is negative; without this check the result would stay fresh for that long.
    return age >= 0 && age <= MAX_AGE_MS
  }

  return () => {
    if (latest && isFresh(latest)) return latest.result
    if (!latest || latest.isDone) return start()
    following ??= latest.result.then(start, start)
    return following
  }
}
