/** How old what is shared may be. */
export const MAX_AGE_MS = 1_000

type Reading<T> = { beganAt: number; value: Promise<T>; isDone: boolean }

/**
 * Shares one costly reading among all who ask: one is under way at a time, and nobody gets one that began more than a
 * second before they asked.
 */
export function createSharedQuery<T>(read: () => Promise<T>, now: () => Date): () => Promise<T> {
  let latest: Reading<T> | null = null
  let following: Promise<T> | null = null

  const begin = () => {
    const reading: Reading<T> = { beganAt: now().getTime(), value: read(), isDone: false }
    latest = reading
    following = null
    reading.value.then(
      () => {
        reading.isDone = true
      },
      () => {
        // A failure is for those who wait for it; whoever asks next has another try.
        if (latest === reading) latest = null
      },
    )
    return reading.value
  }

  const isFresh = ({ beganAt }: Reading<T>) => {
    const age = now().getTime() - beganAt
    // A clock that was set back would make it fresh for as long.
    return age >= 0 && age <= MAX_AGE_MS
  }

  return () => {
    if (latest && isFresh(latest)) return latest.value
    if (!latest || latest.isDone) return begin()
    following ??= latest.value.then(begin, begin)
    return following
  }
}
