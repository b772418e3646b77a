import { DAY_MS, HOUR_MS } from '@blood-bank/contract/durations'

/** What was sent, as hashes, and when each was counted, in ms. */
export type Sent = Map<number, number>

/** Hashes count once a day, or once an hour if only the hour has a limit. */
export type Counter = { sent: Sent; limits: { hour: number; day?: number } }

/**
 * Counts hashes in all of the counters, in their order, as many as fit. What the first counter has always fits, and is not
 * counted again: its account learns nothing. So does null.
 * @returns which do not fit, by their place, and when they do, in ms: more than a limit fit when nothing else was sent.
 *   `added` are those that the first counter did not have
 */
export function countFitting(hashes: readonly (number | null)[], counters: readonly Counter[], now: number) {
  const windows = counters.map(counter => openWindow(counter, now))
  const added: number[] = []
  const left: number[] = []
  for (const [place, hash] of hashes.entries()) {
    if (hash === null || windows[0]?.isNew(hash) !== true) continue
    const uncounted = windows.filter(({ isNew }) => isNew(hash))
    if (uncounted.every(window => window.room() > 0)) {
      added.push(hash)
      for (const window of uncounted) window.add(hash)
    } else left.push(place)
  }
  const lateHashes = new Set(left.map(place => hashes[place] as number))
  return { added, left, fitsAt: Math.max(0, ...windows.map(window => window.fitsAt(lateHashes))) }
}

function openWindow({ sent, limits: { hour, day = Number.POSITIVE_INFINITY } }: Counter, now: number) {
  const from = now - (Number.isFinite(day) ? DAY_MS : HOUR_MS)
  const isNew = (hash: number) => (sent.get(hash) ?? from) <= from
  let room: number | null = null
  const countRoom = () => {
    for (const [hash, at] of sent) if (at <= from) sent.delete(hash)
    const lastHour = [...sent.values()].filter(at => at > now - HOUR_MS).length
    return Math.min(hour - lastHour, day - sent.size)
  }

  return {
    isNew,
    /** Counted when it is first asked for: most replies have nothing new. */
    room: () => (room ??= countRoom()),
    add(hash: number) {
      room = (room ?? 0) - 1
      sent.set(hash, now)
    },
    /** When these hashes fit. */
    fitsAt(hashes: ReadonlySet<number>) {
      const count = [...hashes].filter(isNew).length
      if (count === 0) return 0
      const times = [...sent.values()].sort((a, b) => a - b)
      // The latest time that has to leave the window before they fit; none if the index is negative.
      const lastToLeave = (limit: number) => times[Math.min(0, count - limit) + times.length - 1] ?? 0
      return Math.max(lastToLeave(hour) + HOUR_MS, lastToLeave(day) + DAY_MS)
    },
  }
}
