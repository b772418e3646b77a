const HOUR_MS = 3_600_000

/** The windows, up to now, in which numbers are counted. */
export const WINDOWS_MS = { hour: HOUR_MS, day: 24 * HOUR_MS }
export type Window = keyof typeof WINDOWS_MS

export type NumberLimits = { [W in Window]?: number }

/** What was sent: hash of the number → when it was counted, in ms. */
export type SentNumbers = Map<number, number>

/** Adds those of the numbers that are not counted yet. @returns the added ones */
export function addNumbers(sent: SentNumbers, numbers: readonly number[], now: number): number[] {
  const added = numbers.filter(number => !sent.has(number))
  for (const number of added) sent.set(number, now)
  return added
}

/** Counts the numbers in each window. */
export function countNumbers(sent: SentNumbers, now: number): Record<Window, number> {
  const countIn = (window: Window) => [...sent.values()].filter(at => at > now - WINDOWS_MS[window]).length
  return { hour: countIn('hour'), day: countIn('day') }
}

/**
 * Finds when the numbers fit into all windows that have a limit, in ms, and the window that is full until then; null when
 * they fit now. If they exceed a limit on their own, this is when that window is empty. Forgets what no limit counts.
 */
export function findRetryTime(
  sent: SentNumbers,
  numbers: readonly number[],
  { limits, now }: { limits: NumberLimits; now: number },
): { window: Window; at: number } | null {
  const lifetime = limits.day === undefined ? WINDOWS_MS.hour : WINDOWS_MS.day
  for (const [number, at] of sent) if (at <= now - lifetime) sent.delete(number)
  const more = numbers.filter(number => !sent.has(number)).length
  const times = (Object.entries(limits) as [Window, number][]).flatMap(([window, limit]) => {
    const within = [...sent.values()].filter(at => at > now - WINDOWS_MS[window]).sort((a, b) => a - b)
    const excess = within.length + more - limit
    if (excess <= 0) return []
    return { window, at: (within[Math.min(excess, within.length) - 1] ?? now) + WINDOWS_MS[window] }
  })
  return times.sort((a, b) => a.at - b.at).at(-1) ?? null
}
