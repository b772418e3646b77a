import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'

type Units = Pick<BloodRequest, 'unitsRequired' | 'unitsGiven' | 'offersStanding' | 'status'>

/** How many units were given and offered: "1 of 2 given · 2 offered", which wraps at the dot. A closed request has no offers. */
export const describeUnits = ({ unitsRequired, unitsGiven, offersStanding, status }: Units): string =>
  `${unitsGiven} of ${unitsRequired} given${status === 'active' ? ` · ${offersStanding}\u00a0offered` : ''}`
