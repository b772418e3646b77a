import { ALERT_LIMITS } from '@blood-bank/contract/alerts/endpoints'
import { canGiveTo } from '@blood-bank/contract/donors/compatibility'
import type { AlertPolicy } from '@blood-bank/server/config/alert-policy'
import { DAY_MS } from './clock.ts'
import type { Donor } from './people.ts'
import type { Progress } from './progress.ts'

/**
 * Checks what was promised to donors, from the alerts alone and not as the planner's candidates are chosen.
 * @throws if a donor was asked more often than they chose, twice for a blood request, or for an incompatible group
 */
export function requireLimits(donors: Donor[], bloodRequests: Progress[], policy: AlertPolicy): void {
  const groups = new Map(bloodRequests.map(({ bloodRequest }) => [bloodRequest.id, bloodRequest.bloodGroup]))
  for (const { id, alerts, frequency, bloodGroup } of donors) {
    const limit = ALERT_LIMITS[frequency]
    const times = alerts.map(({ at }) => at)
    require(mostWithin(times, limit.days) <= limit.alerts, `donor ${id} got more alerts than ${frequency}`)
    for (const [urgency, { weeklyAlerts }] of Object.entries(policy.waves)) {
      const ofUrgency = alerts.filter(alert => alert.urgency === urgency).map(({ at }) => at)
      require(mostWithin(ofUrgency, 7) <= weeklyAlerts, `donor ${id} got too many alerts that are ${urgency}`)
    }
    const strangers = alerts.filter(({ requesterHasRecord }) => !requesterHasRecord).map(({ at }) => at)
    require(mostWithin(strangers, limit.days) <=
      Math.max(1, limit.alerts / 2), `donor ${id} got too many alerts without a record`)
    require(new Set(alerts.map(alert => alert.bloodRequestId)).size ===
      alerts.length, `donor ${id} was asked twice`)
    for (const { bloodRequestId } of alerts) {
      const group = groups.get(bloodRequestId)
      require(group !== undefined && canGiveTo(bloodGroup, group), `donor ${id} cannot give to ${group}`)
    }
  }
  const requesters = new Map(
    bloodRequests.map(({ bloodRequest }) => [bloodRequest.id, bloodRequest.requesterId]),
  )
  const alerts = donors.flatMap(donor => donor.alerts)
  for (const [requester, own] of Map.groupBy(alerts, ({ bloodRequestId }) =>
    requesters.get(bloodRequestId),
  )) {
    const times = own.map(({ at }) => at).toSorted((one, other) => one - other)
    require(mostWithin(times, 1) <= 60, `more than 60 donors were asked for requester ${requester}`)
  }
}

/** The most times in any so many days; they are in order. */
export function mostWithin(times: number[], days: number): number {
  let most = 0
  let first = 0
  for (const [last, time] of times.entries()) {
    while ((times[first] ?? time) <= time - days * DAY_MS) first += 1
    most = Math.max(most, last - first + 1)
  }
  return most
}

function require(isHeld: boolean, fault: string): void {
  if (!isHeld) throw new Error(`The simulation broke a promise: ${fault}.`)
}
