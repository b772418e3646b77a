import type { DeliveryFaults } from '@blood-bank/contract/campus/overview'
import type { Database } from '../../../platform/database/connection.ts'
import { countDeadJobs } from '../../../platform/jobs/attempts.ts'
import { SEND_MAIL } from '../../../platform/mail/outbox.ts'
import { SEND_PUSH } from '../../alerts/push/enqueue-pushes.ts'
import { measurePlannerLag } from '../../blood-requests/queries.ts'

const DAY_MS = 86_400_000

/** A planner runs once a second, so that a request waits for minutes only if something is wrong. */
const MAX_LAG_MINUTES = 5

/** Reads what keeps emails, notifications or alerts from arriving. */
export async function readDeliveryFaults(db: Database, now: Date): Promise<DeliveryFaults> {
  const deadJobs = await countDeadJobs(db, new Date(now.getTime() - DAY_MS))
  const givenUp = (name: string) => deadJobs.find(({ task }) => task === name)?.count ?? 0
  const lagMinutes = Math.floor((await measurePlannerLag(db, now)) / 60)
  return {
    mailsGivenUp: givenUp(SEND_MAIL),
    pushesGivenUp: givenUp(SEND_PUSH),
    planningDelayMinutes: lagMinutes > MAX_LAG_MINUTES ? lagMinutes : 0,
  }
}
