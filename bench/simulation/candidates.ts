import { hash } from 'node:crypto'
import { ALERT_LIMITS } from '@blood-bank/contract/alerts/endpoints'
import { groupsThatMeet } from '@blood-bank/contract/donors/needs'
import { DAY_MS } from '@blood-bank/contract/durations'
import { alertsWithoutRecord, DEFAULT_POLICY } from '@blood-bank/server/config/alert-policy'
import type { BloodRequest } from './blood-requests.ts'
import type { CampusRun } from './campus-run.ts'
import { drawsFor } from './draws.ts'
import { type Alert, type Donor, isEligibleAt } from './people.ts'

/**
 * Finds donors who may be asked, as `findCandidates` of the server does with SQL: in the planner's order, and no more than
 * it reads. Chance decides between donors who were asked at the same time.
 */
export function findCandidates(
  run: CampusRun,
  bloodRequest: BloodRequest,
  { limit, requesterHasRecord }: { limit: number; requesterHasRecord: boolean },
): Donor[] {
  const found: Donor[] = []
  const groups = groupsThatMeet(bloodRequest)
  for (const group of groups) {
    if (found.length >= limit) break
    const allowed = run.donorsOf[group].filter(donor =>
      mayBeAsked(run, bloodRequest, donor, requesterHasRecord),
    )
    found.push(...allowed.toSorted((one, other) => lastAlertAt(one) - lastAlertAt(other)))
  }
  const draws = drawsFor(run.seed, 'wave', bloodRequest.id, Math.floor(run.events.now()))
  const chance = draws.whole(0, 2 ** 31 - 1)
  const rankOf = ({ id }: Donor) => hash('sha256', `${chance} ${id}`, 'buffer').readUInt32BE()
  const ranks = new Map(found.slice(0, limit).map(donor => [donor, rankOf(donor)]))
  return [...ranks.keys()].toSorted(
    (one, other) =>
      groups.indexOf(one.bloodGroup) - groups.indexOf(other.bloodGroup) ||
      lastAlertAt(one) - lastAlertAt(other) ||
      Number(ranks.get(one)) - Number(ranks.get(other)),
  )
}

function mayBeAsked(
  { events }: CampusRun,
  { id, requesterId, urgency, component }: BloodRequest,
  donor: Donor,
  requesterHasRecord: boolean,
): boolean {
  const now = events.now()
  if (donor.isKept) return false
  if (Math.max(donor.alertsFrom, donor.pausedUntil) > now || donor.hasPromised || donor.id === requesterId)
    return false
  if (component === 'apheresis-platelets' && !donor.alsoPlatelets) return false
  const alertsIn = (days: number, isCounted: (alert: Alert) => boolean) =>
    donor.alerts.filter(alert => alert.at > now - days * DAY_MS && isCounted(alert)).length
  const limit = ALERT_LIMITS[donor.frequency]
  return (
    isEligibleAt(donor, now, component) &&
    donor.alerts.every(({ bloodRequestId }) => bloodRequestId !== id) &&
    alertsIn(7, alert => alert.urgency === urgency) < DEFAULT_POLICY.waves[urgency].weeklyAlerts &&
    (requesterHasRecord ||
      alertsIn(limit.days, alert => !alert.requesterHasRecord) < alertsWithoutRecord(limit.alerts))
  )
}

/** Records an alert, and from when on the limit that the donor chose allows another, as the product does. */
export function recordAlert(donor: Donor, alert: Alert): void {
  donor.alerts.push(alert)
  const { alerts, days } = ALERT_LIMITS[donor.frequency]
  const first = donor.alerts.at(-alerts)
  if (first) donor.alertsFrom = first.at + days * DAY_MS
}

const lastAlertAt = (donor: Donor): number => donor.alerts.at(-1)?.at ?? 0
