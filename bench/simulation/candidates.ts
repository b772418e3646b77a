import { ALERT_LIMITS } from '@blood-bank/contract/alerts/endpoints'
import { donorGroupsFor } from '@blood-bank/contract/donors/compatibility'
import { alertsWithoutRecord } from '@blood-bank/server/config/alert-policy'
import type { BloodRequest } from './blood-requests.ts'
import type { CampusRun } from './campus-run.ts'
import { DAY_MS } from './clock.ts'
import { type Alert, type Donor, isEligibleAt } from './people.ts'

/**
 * Finds donors who may be asked, as `findCandidates` of the server does with SQL: in the planner's order, and no more than
 * it reads.
 */
export function findCandidates(
  run: CampusRun,
  bloodRequest: BloodRequest,
  { limit, requesterHasRecord }: { limit: number; requesterHasRecord: boolean },
): Donor[] {
  const now = run.events.now()
  const found: Donor[] = []
  for (const group of donorGroupsFor(bloodRequest.bloodGroup)) {
    if (found.length >= limit) break
    const allowed = run
      .donorsOf(group)
      .filter(
        donor =>
          mayBeAsked(run, bloodRequest, donor, now) &&
          (requesterHasRecord || isLeftWithoutRecord(donor, now)),
      )
    found.push(...allowed.toSorted((one, other) => lastAlertAt(one) - lastAlertAt(other)))
  }
  return found.slice(0, limit)
}

function mayBeAsked(
  { policy }: CampusRun,
  { id, requesterId, urgency }: BloodRequest,
  donor: Donor,
  now: number,
) {
  if (Math.max(donor.alertsFrom, donor.pausedUntil) > now || donor.hasPromised || donor.id === requesterId)
    return false
  const { weeklyAlerts } = policy.waves[urgency]
  return (
    isEligibleAt(donor, now) &&
    donor.alerts.every(({ bloodRequestId }) => bloodRequestId !== id) &&
    donor.alerts.filter(alert => alert.urgency === urgency && alert.at > now - 7 * DAY_MS).length <
      weeklyAlerts
  )
}

/** Whether a donor may be asked for requesters without a record. */
function isLeftWithoutRecord({ alerts, frequency }: Donor, now: number): boolean {
  const limit = ALERT_LIMITS[frequency]
  const used = alerts.filter(
    ({ at, requesterHasRecord }) => !requesterHasRecord && at > now - limit.days * DAY_MS,
  )
  return used.length < alertsWithoutRecord(limit.alerts)
}

/** Records an alert, and from when on the limit that the donor chose allows another, as the product does. */
export function recordAlert(donor: Donor, alert: Alert): void {
  donor.alerts.push(alert)
  const { alerts, days } = ALERT_LIMITS[donor.frequency]
  const first = donor.alerts.at(-alerts)
  if (first) donor.alertsFrom = first.at + days * DAY_MS
}

export const lastAlertAt = (donor: Donor): number => donor.alerts.at(-1)?.at ?? 0
