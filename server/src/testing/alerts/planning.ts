import { beforeEach } from 'vitest'
import type { PlanDueWaves } from '../../features/alerts/planning/planner.ts'
import { startTestApp } from '../test-app.ts'
import { plannerOf } from './alerts.ts'

/** Noon at the site. */
const NOON = '2027-03-03T06:00:00Z'

/** Starts a bank with a planner. Before each test it is noon, and there are no donors, requests, alerts and offers. */
export async function startPlanning() {
  const bank = await startTestApp({ QUIET_HOURS: '22-7' })
  let planner = plannerOf(bank)
  beforeEach(async () => {
    for (const table of ['offers', 'alerts', 'bloodRequests', 'donors'] as const)
      await bank.db.deleteFrom(table).execute()
    bank.advance(Date.parse(NOON) - bank.now().getTime())
    // A planner remembers for a minute how often donors say yes.
    planner = plannerOf(bank)
  })
  const plan: PlanDueWaves = isStopping => planner(isStopping)
  return { bank, plan }
}
