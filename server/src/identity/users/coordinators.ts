import { addDays } from '@blood-bank/contract/donors/eligibility'
import { REFUSALS } from '@blood-bank/contract/errors'
import { type Coordination, coordinationFault } from '@blood-bank/contract/users/endpoints'
import { calendarDate, startOfDate } from '../../platform/clock/local-time.ts'
import type { Transaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { recordAction } from '../audit/record-action.ts'
import { coordinationForReading, findCoordinators, tellCoordinators } from '../coordinators/store.ts'
import { lockUser, type UserRow } from './store.ts'

type Change = { userId: string; actorId: string; now: Date; timeZone: string }

/**
 * Names a coordinator, or changes the hall and the last day of one.
 * @throws Refusal coordinator-day-over, coordinator-day-too-late, user-not-found, admin-not-coordinator, suspended-not-coordinator,
 *   coordinator-needs-verified-email
 */
export async function nameCoordinator(
  db: Transaction,
  { hallId, until }: Coordination,
  { userId, actorId, now, timeZone }: Change,
): Promise<UserRow> {
  const fault = coordinationFault(until, calendarDate(now, timeZone))
  if (fault) throw refuse(fault, { fields: { until: REFUSALS[fault].message } })
  const user = await lockUser(db, userId)
  if (!user) throw refuse('user-not-found')
  if (user.role === 'admin') throw refuse('admin-not-coordinator')
  if (user.suspendedAt) throw refuse('suspended-not-coordinator')
  if (!user.emailVerified) throw refuse('coordinator-needs-verified-email')
  const before = (await findCoordinators(db, [userId], now)).get(userId)
  const right = {
    hallId,
    endsAt: startOfDate(addDays(until, 1), timeZone),
    namedBy: actorId,
    namedAt: now,
    endAnnouncedAt: null,
    endedAt: null,
  }
  await db
    .insertInto('coordinators')
    .values({ userId, ...right })
    .onConflict(conflict => conflict.column('userId').doUpdateSet(right))
    .execute()
  await recordAction(db, {
    actorId,
    action: 'coordinator-named',
    targetId: userId,
    before: before ? auditedRight(coordinationForReading(before, timeZone)) : null,
    after: auditedRight({ hallId, until }),
  })
  await tellCoordinators(db, 'coordinator-named', [user], actorId)
  return user
}

/** Ends the right of a coordinator. @throws Refusal user-not-found, not-a-coordinator */
export async function endCoordinator(
  db: Transaction,
  { userId, actorId, now, timeZone }: Change,
): Promise<UserRow> {
  const user = await lockUser(db, userId)
  if (!user) throw refuse('user-not-found')
  const before = (await findCoordinators(db, [userId], now)).get(userId)
  if (!before) throw refuse('not-a-coordinator')
  await db.updateTable('coordinators').set({ endedAt: now }).where('userId', '=', userId).execute()
  await recordAction(db, {
    actorId,
    action: 'coordinator-ended',
    targetId: userId,
    before: auditedRight(coordinationForReading(before, timeZone)),
    after: null,
  })
  await tellCoordinators(db, 'coordinator-ended', [user], actorId)
  return user
}

const auditedRight = ({ hallId, until }: Coordination) => ({ until, isOfAllHalls: hallId === null })
