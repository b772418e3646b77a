import { BLOOD_GROUPS, type BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import type { AlertPolicy } from '@blood-bank/server/config/alert-policy'
import { createEventQueue, type EventQueue } from './event-queue.ts'
import type { Parameters } from './parameters.ts'
import { type Donor, drawDonors } from './people.ts'

type Start = { seed: number; parameters: Parameters; policy: AlertPolicy }

/** A campus during one simulation. */
export type CampusRun = Start & {
  events: EventQueue
  donors: Donor[]
  donorsOf: Record<BloodGroup, Donor[]>
}

export function startCampusRun(start: Start): CampusRun {
  const donors = drawDonors(start.parameters, start.seed)
  const donorsOf = Object.fromEntries(
    BLOOD_GROUPS.map(group => [group, donors.filter(({ bloodGroup }) => bloodGroup === group)]),
  ) as CampusRun['donorsOf']
  return { ...start, donors, donorsOf, events: createEventQueue() }
}
