import { BLOOD_GROUPS, type BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import type { Parameters } from './parameters.ts'
import { type Donor, drawDonors } from './people.ts'

/** A campus during one simulation. */
export type CampusRun = ReturnType<typeof startCampusRun>

export function startCampusRun(parameters: Parameters, seed: number) {
  const donors = drawDonors(parameters, seed)
  const donorsOf = Object.fromEntries(
    BLOOD_GROUPS.map(group => [group, donors.filter(({ bloodGroup }) => bloodGroup === group)]),
  ) as Record<BloodGroup, Donor[]>
  /** The texts sent on each day. */
  const textsOn = new Map<number, number>()
  return { parameters, seed, donors, donorsOf, textsOn, events: createEventQueue() }
}

/** Events in the order of their time; those of the same time in the order in which they were added. */
export function createEventQueue() {
  /** The latest first: most new events happen soon, so that few others have to be moved. */
  const events: { at: number; happen: () => void }[] = []
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
