import { addDays } from '@blood-bank/contract/donors/eligibility'
import { coordinationFault } from '@blood-bank/contract/users/coordinators'
import type { Coordination, User } from '@blood-bank/contract/users/endpoints'
import { sql } from 'kysely'
import { calendarDate, startOfDate } from '../../platform/clock/local-time.ts'
import type { Transaction } from '../../platform/database/connection.ts'
import { refuse, refuseField } from '../../platform/http/refuse.ts'
import type { AccountHooks } from '../access/account-hooks.ts'
import { recordAction, recordActions } from '../audit/record-action.ts'
import {
  coordinationForReading,
  findCoordinators,
  lockCoordinator,
  tellCoordinators,
} from '../coordinators/store.ts'
import type { CoordinatorRow } from '../coordinators/tables.ts'
import { lockReferencedUser, lockUser, type UserRow } from './store.ts'

type Change = { userId: string; actorId: string; now: Date; timeZone: string }

/**
 * Names a coordinator, or changes the hall and the last day of one.
 * @throws Refusal coordinator-day-over, coordinator-day-too-late, hall-gone, user-not-found, admin-not-coordinator,
 *   suspended-not-coordinator, coordinator-needs-verified-email
 */
export async function nameCoordinator(
  db: Transaction,
  { hallId, until }: Coordination,
  { userId, actorId, now, timeZone, requireHall }: Change & Pick<AccountHooks, 'requireHall'>,
): Promise<UserRow> {
  const fault = coordinationFault(until, calendarDate(now, timeZone))
  if (fault) throw refuseField('until', fault)
  const user = await lockUser(db, userId)
  if (!user) throw refuse('user-not-found')
  if (user.role === 'admin') throw refuse('admin-not-coordinator')
  if (user.suspendedAt) throw refuse('suspended-not-coordinator')
  if (!user.emailVerified) throw refuse('coordinator-needs-verified-email')
  await lockCoordinator(db, userId)
  if (hallId !== null) await requireHall(db, hallId)
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

/** Ends the right of the coordinators of a hall that is about to be deleted. */
export async function endCoordinatorsOfHall(
  db: Transaction,
  { hallId, actorId, now, timeZone }: Omit<Change, 'userId'> & { hallId: string },
): Promise<void> {
  const { rows } = await sql<CoordinatorRow & { id: string; email: string }>`
    update coordinators set ended_at = ${now}, hall_id = null from users
     where hall_id = ${hallId} and ended_at is null and users.id = user_id
    returning coordinators.*, users.id, users.email`.execute(db)
  if (rows.length === 0) return
  await recordActions(
    db,
    rows.map(({ userId, endsAt }) => ({
      actorId,
      action: 'coordinator-ended',
      targetId: userId,
      before: auditedRight(coordinationForReading({ hallId, endsAt }, timeZone)),
      after: null,
    })),
  )
  await tellCoordinators(db, 'coordinator-ended', rows, actorId)
}

/**
 * Locks the right of whoever calls donors until the transaction ends, so that the right ends before or after it, and the other
 * people whom the transaction names.
 * @throws Refusal account-suspended, or coordinator-ended if the right is no longer the one with which the call began
 */
export async function lockRightToCall(
  db: Transaction,
  { actor, coordination, now }: { actor: User; coordination: Pick<Coordination, 'hallId'>; now: Date },
  people: (string | null)[] = [],
): Promise<void> {
  const ids = new Set([actor.id, ...people].filter(id => id !== null))
  let isAllowed = false
  for (const id of [...ids].sort())
    if (id !== actor.id) await lockReferencedUser(db, id)
    else {
      const user = await lockUser(db, id, 'for share')
      if (user?.suspendedAt) throw refuse('account-suspended')
      isAllowed = user?.role === 'admin'
    }
  await lockCoordinator(db, actor.id)
  const right = (await findCoordinators(db, [actor.id], now)).get(actor.id)
  isAllowed ||= right !== undefined && (right.hallId === null || right.hallId === coordination.hallId)
  if (!isAllowed) throw refuse('coordinator-ended')
}

const auditedRight = ({ hallId, until }: Coordination) => ({ until, isOfAllHalls: hallId === null })
