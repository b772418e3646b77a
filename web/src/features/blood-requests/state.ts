import type { BloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { DAY_MS } from '@blood-bank/contract/durations'
import { site } from '../../api/site.ts'
import { currentTime } from '../../ui/browser/clock.ts'
import { formatDayOfYear } from '../../ui/records/dates.ts'

export const isActive = ({ status }: Pick<BloodRequest, 'status'>) => status === 'active'

/** Stands in the place of the buttons of a request that has left the list while it was shown. */
export const REQUEST_IS_GONE = 'No longer on the list. It was closed or removed a moment ago.'

const NEWS_MS = 7 * DAY_MS

/** Whether a request is active, or an admin closed it in the last week: its owner may not know yet. */
export const isCurrent = ({ status, closedByAdminAt }: BloodRequest): boolean =>
  status === 'active' ||
  (closedByAdminAt !== null && currentTime().getTime() - Date.parse(closedByAdminAt) < NEWS_MS)

/** The badge tones of statuses; an urgency is its own. */
export const STATUS_TONES = { active: 'good', fulfilled: 'plain', cancelled: 'plain' } as const

type Units = Pick<BloodRequest, 'unitsRequired' | 'unitsGiven' | 'offersStanding' | 'status'>

/**
 * How many units were given and offered: "1 of 2 given, 2 offered", which wraps at the comma. A closed request has no offers,
 * and of a fulfilled one it may not be recorded who gave.
 */
export const describeUnits = ({ unitsRequired, unitsGiven, offersStanding, status }: Units): string =>
  status === 'fulfilled' && unitsGiven === 0
    ? 'Not recorded'
    : `${unitsGiven} of ${unitsRequired} given${status === 'active' ? `, ${offersStanding}\u00a0offered` : ''}`

/** "1 unit", "2 units". */
export const describeUnitCount = (units: number): string => `${units} ${units === 1 ? 'unit' : 'units'}`

/** What is still missing: "2 units", "1 of 2 units left". */
export function describeUnitsLeft({ unitsRequired, unitsGiven }: Omit<Units, 'status'>): string {
  const units = describeUnitCount(unitsRequired)
  return unitsGiven === 0 ? units : `${Math.max(0, unitsRequired - unitsGiven)} of ${units} left`
}

/** Says of a request that its owner has not answered whether blood is still needed. */
export const describeUnconfirmed = (since: string): string =>
  `Still needed? No answer since ${formatDayOfYear(since, site.timeZone)}`

/** The id of the heading of a request's card; matches no element for undefined. */
export const requestHeadingId = (id: string | undefined) => `blood-request-${id}`
