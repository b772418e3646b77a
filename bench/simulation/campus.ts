import { createAlertPlanner } from './alerts.ts'
import { drawBloodRequests } from './blood-requests.ts'
import { type CallList, startCalling } from './caller.ts'
import { startCampusRun } from './campus-run.ts'
import { startCoordinators } from './coordinators.ts'
import { createBots, inventBloodRequests } from './invented-accounts.ts'
import { CENTRAL, type Parameters } from './parameters.ts'
import type { Donor } from './people.ts'
import { close, type Progress, startProgress } from './progress.ts'

/** How requesters find donors, and what differs from the central values. */
export type Scenario = {
  hasAlerts: boolean
  calls: CallList
  parameters?: Partial<Parameters>
}

export type Outcome = { donors: Donor[]; bloodRequests: Progress[] }

/** Simulates four weeks of a campus, until the last blood request has closed. */
export function simulateCampus(scenario: Scenario, seed: number): Outcome {
  const { hasAlerts, calls } = scenario
  const parameters = { ...CENTRAL, ...scenario.parameters }
  const run = startCampusRun(parameters, seed)
  const askDonors = createAlertPlanner(run)
  const offerFor = createBots(run)
  const schedule = (progress: Progress, post: () => void) => {
    const { postedAt, neededBy } = progress.bloodRequest
    run.events.add(postedAt, post)
    // After all that happens in the last moment.
    run.events.add(neededBy + 1, () => close(progress, run.events.now()))
  }
  const bloodRequests = drawBloodRequests(parameters, seed).map(startProgress)
  for (const progress of bloodRequests)
    schedule(progress, () => {
      startCalling(run, progress, calls)
      if (hasAlerts) askDonors(progress)
      if (parameters.isAttacked) offerFor(progress)
    })
  startCoordinators(run, bloodRequests)
  const invented = parameters.isAttacked && hasAlerts ? inventBloodRequests(parameters) : []
  for (const progress of invented.map(startProgress)) schedule(progress, () => askDonors(progress))
  run.events.run()
  return { donors: run.donors, bloodRequests }
}
