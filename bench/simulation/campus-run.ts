import { BLOOD_GROUPS, type BloodGroup } from '@blood-bank/contract/donors/blood-groups'
import type { AlertPolicy } from '@blood-bank/server/config/alert-policy'
import { createEventQueue, type EventQueue } from './event-queue.ts'
import type { Parameters } from './parameters.ts'
import { type Donor, drawDonors } from './people.ts'

/** A campus during one simulation. */
export type CampusRun = {
  seed: number
  parameters: Parameters
  policy: AlertPolicy
  events: EventQueue
  donors: Donor[]
  donorsOf: (group: BloodGroup) => Donor[]
}

export function startCampusRun({
  seed,
  parameters,
  policy,
}: Pick<CampusRun, 'seed' | 'parameters' | 'policy'>): CampusRun {
  const donors = drawDonors(parameters, seed)
  const byGroup = new Map(
    BLOOD_GROUPS.map(group => [group, donors.filter(({ bloodGroup }) => bloodGroup === group)]),
  )
  return {
    ...{ seed, parameters, policy, donors },
    events: createEventQueue(),
    donorsOf: group => byGroup.get(group) ?? [],
  }
}
