type Event = { at: number; order: number; happen: () => void }

/** Events in the order of their time; those of the same time in the order in which they were added. */
export type EventQueue = ReturnType<typeof createEventQueue>

export function createEventQueue() {
  /** A binary heap: an event is not later than the two at twice its position, plus one and plus two. */
  const heap: Event[] = []
  let added = 0
  let now = Number.NEGATIVE_INFINITY

  const isEarlier = (one: number, other: number) => {
    const [a, b] = [heap[one], heap[other]]
    return a !== undefined && b !== undefined && (a.at < b.at || (a.at === b.at && a.order < b.order))
  }
  const swap = (one: number, other: number) => {
    const [a, b] = [heap[one], heap[other]]
    if (a && b) [heap[one], heap[other]] = [b, a]
  }

  function takeFirst(): Event | undefined {
    swap(0, heap.length - 1)
    const first = heap.pop()
    for (let at = 0; ; ) {
      const child = isEarlier(2 * at + 2, 2 * at + 1) ? 2 * at + 2 : 2 * at + 1
      if (!isEarlier(child, at)) return first
      swap(at, child)
      at = child
    }
  }

  return {
    /** The time of the event that is happening. */
    now: () => now,

    add(at: number, happen: () => void): void {
      if (Number.isNaN(at) || at < now) throw new Error(`an event at ${at} would be before ${now}`)
      heap.push({ at, order: added, happen })
      added += 1
      for (let child = heap.length - 1; child > 0; child = (child - 1) >> 1) {
        const parent = (child - 1) >> 1
        if (!isEarlier(child, parent)) return
        swap(child, parent)
      }
    },

    /** Lets all events happen, with those that they add. */
    run(): void {
      for (let event = takeFirst(); event; event = takeFirst()) {
        now = event.at
        event.happen()
      }
    },
  }
}
