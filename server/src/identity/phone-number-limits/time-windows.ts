const HOUR_MS = 3_600_000

/** The times over which numbers are counted. */
export const WINDOWS_MS = { hour: HOUR_MS, day: 24 * HOUR_MS }
export type Window = keyof typeof WINDOWS_MS
export const WINDOWS = Object.keys(WINDOWS_MS) as Window[]

export type NumberLimits = Record<Window, number>

/** Which numbers an account was sent in the last day, by their hash, and when each was counted, in ms. */
export type SentNumbers = Map<number, number>

/** How many numbers were counted in the last hour and day. */
export function countNumbers(sent: SentNumbers, now: number): Record<Window, number> {
  const counts = { hour: 0, day: 0 }
  for (const at of sent.values())
    for (const window of WINDOWS) if (at > now - WINDOWS_MS[window]) counts[window] += 1
  return counts
}

/** Forgets what was counted more than a day ago. */
export function forgetOldNumbers(sent: SentNumbers, now: number): void {
  for (const [number, at] of sent) if (at <= now - WINDOWS_MS.day) sent.delete(number)
}

/**
 * When so many more numbers fit into both windows, in ms, and which of them is full until then; null when they fit now.
 * Where they never do it is the time at which the window is empty.
 */
export function findTimeOfRoom(
  sent: SentNumbers,
  { more, limits, now }: { more: number; limits: NumberLimits; now: number },
): { window: Window; at: number } | null {
  const counts = countNumbers(sent, now)
  const times = WINDOWS.filter(window => counts[window] + more > limits[window]).map(window => {
    const within = [...sent.values()].filter(at => at > now - WINDOWS_MS[window]).sort((a, b) => a - b)
    const tooMany = counts[window] + more - limits[window]
    const leaving = within[Math.min(tooMany, within.length) - 1] ?? now
    return { window, at: leaving + WINDOWS_MS[window] }
  })
  return times.sort((a, b) => a.at - b.at).at(-1) ?? null
}
