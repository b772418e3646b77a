const HOUR_MS = 3_600_000

/** The sliding windows in which numbers are counted. */
export const WINDOWS_MS = { hour: HOUR_MS, day: 24 * HOUR_MS }
export type Window = keyof typeof WINDOWS_MS
export const WINDOWS = Object.keys(WINDOWS_MS) as Window[]

export type NumberLimits = Record<Window, number>

/** The phone numbers sent to an account in the last day: hash of the number → when it was counted, in ms. */
export type SentNumbers = Map<number, number>

/** Counts the numbers sent in the last hour and in the last day. */
export function countNumbers(sent: SentNumbers, now: number): Record<Window, number> {
  const counts = { hour: 0, day: 0 }
  for (const at of sent.values())
    for (const window of WINDOWS) if (at > now - WINDOWS_MS[window]) counts[window] += 1
  return counts
}

/** Removes numbers that were counted at `before`, in ms, or earlier. */
export function removeOldNumbersFrom(sent: SentNumbers, before: number): void {
  for (const [number, at] of sent) if (at <= before) sent.delete(number)
}

/**
 * Finds when `more` numbers fit into both windows, in ms, and the window that is full until then; null when they fit
 * now. If they exceed a limit on their own, this is the time at which that window is empty.
 */
export function findRetryTime(
  sent: SentNumbers,
  { more, limits, now }: { more: number; limits: NumberLimits; now: number },
): { window: Window; at: number } | null {
  const counts = countNumbers(sent, now)
  const times = WINDOWS.filter(window => counts[window] + more > limits[window]).map(window => {
    const within = [...sent.values()].filter(at => at > now - WINDOWS_MS[window]).sort((a, b) => a - b)
    const excess = counts[window] + more - limits[window]
    const lastToExpire = within[Math.min(excess, within.length) - 1] ?? now
    return { window, at: lastToExpire + WINDOWS_MS[window] }
  })
  return times.sort((a, b) => a.at - b.at).at(-1) ?? null
}
