import { type AlertPolicy, DEFAULT_POLICY } from '@blood-bank/server/config/alert-policy'
import { createAlertPlanner } from './alerts.ts'
import { drawBloodRequests } from './blood-requests.ts'
import { type CallList, startCalling } from './caller.ts'
import { startCampusRun } from './campus-run.ts'
import { createBots, inventBloodRequests } from './invented-accounts.ts'
import { requireLimits } from './limits.ts'
import { CENTRAL, type Parameters } from './parameters.ts'
import type { Donor } from './people.ts'
import { close, type Progress, startProgress } from './progress.ts'

/** How requesters find donors. */
export type Search = { hasAlerts: boolean; calls: CallList }

export const PRODUCT: Search = { hasAlerts: true, calls: 'compatible' }
export const EXACT_CALLS: Search = { hasAlerts: false, calls: 'exact' }
export const COMPATIBLE_CALLS: Search = { hasAlerts: false, calls: 'compatible' }

export type Scenario = { search: Search; parameters?: Partial<Parameters>; policy?: AlertPolicy }

export type Outcome = { donors: Donor[]; bloodRequests: Progress[]; endedAt: number }

/** Simulates four weeks of a campus, until the last blood request has closed. @throws if a limit was exceeded */
export function simulateCampus(scenario: Scenario, seed: number): Outcome {
  const { search, policy = DEFAULT_POLICY } = scenario
  const parameters = { ...CENTRAL, ...scenario.parameters }
  const run = startCampusRun({ seed, parameters, policy })
  const planner = createAlertPlanner(run)
  const bots = createBots(run)
  const schedule = (progress: Progress, post: () => void) => {
    const { postedAt, neededBy } = progress.bloodRequest
    run.events.add(postedAt, post)
    // After all that happens in the last moment.
    run.events.add(neededBy + 1, () => close(progress, run.events.now()))
  }
  const bloodRequests = drawBloodRequests(parameters, seed).map(startProgress)
  for (const progress of bloodRequests)
    schedule(progress, () => {
      startCalling(run, progress, search.calls)
      if (search.hasAlerts) planner.start(progress)
      if (parameters.isAttacked) bots.offerFor(progress)
    })
  const invented = parameters.isAttacked && search.hasAlerts ? inventBloodRequests(parameters) : []
  const inventedProgress = invented.map(startProgress)
  for (const progress of inventedProgress) schedule(progress, () => planner.start(progress))
  run.events.run()
  requireLimits(run.donors, [...bloodRequests, ...inventedProgress], policy)
  return { donors: run.donors, bloodRequests, endedAt: run.events.now() }
}
