import type { OwnChange } from '../../platform/database/changes.ts'

/** How old what is shared may be. */
export const SHARED_FOR_MS = 1_000

type Reading<T> = {
  beganAt: number
  /** The latest change that it holds for certain. */
  holds: number
  value: Promise<T>
  isDone: boolean
}

/**
 * Shares one costly reading among all who ask: one is under way at a time, nobody gets one that began more than a
 * second before they asked, and nobody one that began before a change of their own.
 */
export function shareReading<T>(
  read: () => Promise<T>,
  now: () => Date,
): (ownChange: OwnChange | null) => Promise<T> {
  let latest: Reading<T> | null = null
  let following: Promise<T> | null = null

  const begin = (holds: number) => {
    const reading: Reading<T> = { beganAt: now().getTime(), holds, value: read(), isDone: false }
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

  const isFreshFor = ({ beganAt, holds }: Reading<T>, mine: number) => {
    const age = now().getTime() - beganAt
    // A clock that was set back would make it fresh for as long.
    return age >= 0 && age <= SHARED_FOR_MS && holds >= mine
  }

  return ownChange => {
    const { mine, latest: seen } = ownChange ?? { mine: 0, latest: 0 }
    if (latest && isFreshFor(latest, mine)) return latest.value
    if (!latest || latest.isDone) return begin(seen)
    const beginNext = () => begin(seen)
    following ??= latest.value.then(beginNext, beginNext)
    return following
  }
}
