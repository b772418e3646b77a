/** How old what is shared may be. */
export const SHARED_FOR_MS = 1_000

type Reading<T> = { beganAt: number; value: Promise<T>; isDone: boolean }

/**
 * Shares one costly reading among all who ask: one is under way at a time, nobody gets one that began more than a
 * second before they asked, and nobody one that began before a change of their own.
 * @returns asks; `changedAt` is when whoever asks last changed something
 */
export function shareReading<T>(read: () => Promise<T>, now: () => Date): (changedAt: number) => Promise<T> {
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

  const isFreshFor = ({ beganAt }: Reading<T>, changedAt: number) => {
    const age = now().getTime() - beganAt
    // A clock that was set back would make it fresh for as long.
    return age >= 0 && age <= SHARED_FOR_MS && beganAt > changedAt
  }

  return changedAt => {
    if (latest && isFreshFor(latest, changedAt)) return latest.value
    if (!latest || latest.isDone) return begin()
    following ??= latest.value.then(begin, begin)
    return following
  }
}
