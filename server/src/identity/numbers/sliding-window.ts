import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'

/** What was sent, as hashes, and when each was counted, in ms. */
export type Sent = Map<number, number>

/** Hashes that count once a day, or once an hour if only the hour has a limit. */
type Counter = { sent: Sent; hashes: readonly number[]; limits: { hour: number; day?: number } }

/**
 * Counts in all of the counters, or in none if one of them exceeds a limit. What is counted already always fits.
 * @returns the hashes that were not counted before; when they fit if they do not, in ms. More than a limit fit when nothing
 *   else was sent
 */
export function tryCount(counters: Counter[], now: number): { added: number[]; retryAt: number | null } {
  const uncounted = counters.map(({ sent, hashes, limits: { hour, day } }) => {
    const from = now - (day === undefined ? HOUR_MS : DAY_MS)
    const added = hashes.filter(hash => (sent.get(hash) ?? from) <= from)
    if (added.length === 0) return { sent, added, fitsAt: 0 }
    for (const [hash, at] of sent) if (at <= from) sent.delete(hash)
    const times = [...sent.values()].sort((a, b) => a - b)
    // The latest time that has to leave the window before they fit; none if the index is negative.
    const lastToLeave = (limit: number) => times[Math.min(0, added.length - limit) + times.length - 1] ?? 0
    const fitsAt = Math.max(
      lastToLeave(hour) + HOUR_MS,
      lastToLeave(day ?? Number.POSITIVE_INFINITY) + DAY_MS,
    )
    return { sent, added, fitsAt }
  })
  const fitsAt = Math.max(...uncounted.map(counter => counter.fitsAt))
  if (fitsAt > now) return { added: [], retryAt: fitsAt }
  for (const { sent, added } of uncounted) for (const hash of added) sent.set(hash, now)
  return { added: uncounted.flatMap(({ added }) => added), retryAt: null }
}
