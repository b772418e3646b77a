type Event = { at: number; happen: () => void }

/** Events in the order of their time; those of the same time in the order in which they were added. */
export type EventQueue = ReturnType<typeof createEventQueue>

export function createEventQueue() {
  /** The latest first: most new events happen soon, so that few others have to be moved. */
  const events: Event[] = []
  let now = Number.NEGATIVE_INFINITY

  return {
    /** The time of the event that is happening. */
    now: () => now,

    add(at: number, happen: () => void): void {
      if (Number.isNaN(at) || at < now) throw new Error(`an event at ${at} would be before ${now}`)
      events.splice(events.findLastIndex(other => other.at > at) + 1, 0, { at, happen })
    },

    /** Lets all events happen, with those that they add. */
    run(): void {
      for (let event = events.pop(); event; event = events.pop()) {
        now = event.at
        event.happen()
      }
    },
  }
}
