import type { BloodRequestStatus } from '@blood-bank/contract/blood-requests/endpoints'
import type { Insertable } from 'kysely'
import { drawBloodRequest } from '../../operations/demo/blood-requests.ts'
import type { Random } from '../../operations/demo/random.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { accountOfMember, drawAccount, MEMBER, membersJoined } from './accounts.ts'
import { drawUuid, idAt, type Plan, randomOf, spreadOver } from './plan.ts'

const POSTED_WITHIN_DAYS = 2 * 365

/** 2 % are active: many of the newest 5 %, and a few old ones that nobody closed. */
const RECENT_SHARE = 0.05
const RECENT: Record<BloodRequestStatus, number> = { active: 0.38, fulfilled: 0.47, cancelled: 0.15 }
const OLD: Record<BloodRequestStatus, number> = { active: 0.001, fulfilled: 0.759, cancelled: 0.24 }

const REQUESTS_OF_MEMBER = 4

export function bloodRequestRow(plan: Plan, nth: number): Insertable<Schema['bloodRequests']> {
  const { bloodRequests: of, now } = plan
  const random = randomOf('blood-request', nth)
  const requestedAt = spreadOver(POSTED_WITHIN_DAYS, { nth, of, now }, random.share())
  const owner = drawAccount(plan, ownerOf(plan, nth, random))
  return {
    id: idAt(requestedAt, random),
    userId: owner.id,
    userEmail: owner.email,
    idempotencyKey: drawUuid(random),
    ...drawBloodRequest(random, { nth, now }).form,
    status: random.weighted(nth >= of * (1 - RECENT_SHARE) ? RECENT : OLD),
    requestedAt,
    nextWaveAt: null,
  }
}

/** The known member posts the last request of each quarter. The others are posted by members who had joined by then. */
function ownerOf(plan: Plan, nth: number, random: Random) {
  const quarter = plan.bloodRequests / REQUESTS_OF_MEMBER
  if ((nth + 1) % quarter === 0) return MEMBER
  const daysAgo = POSTED_WITHIN_DAYS * (1 - nth / plan.bloodRequests)
  return accountOfMember(random.whole(2, membersJoined(plan, daysAgo) - 1))
}
