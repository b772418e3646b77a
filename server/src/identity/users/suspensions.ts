import type { SuspensionForm, SuspensionReason } from '@blood-bank/contract/users/endpoints'
import { type Selectable, sql } from 'kysely'
import { type Database, firstOrNull, type Transaction } from '../../platform/database/connection.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { refuse } from '../../platform/http/refuse.ts'
import type { HideRecords } from '../access/account-hooks.ts'
import { recordAction } from '../audit/record-action.ts'
import { endSessionsOf } from '../sessions/store.ts'
import { lockUser, setSuspendedAt, type UserRow } from './store.ts'

export type SuspensionRow = Selectable<Schema['suspensions']>

type Change = { userId: string; actorId: string; hideRecords: HideRecords }

/** A user with their suspension; null when they are not suspended. */
export type UserWithSuspension = UserRow & { suspension: SuspensionRow | null }

/**
 * Suspends a user. The row lock makes concurrent inserts by the user wait, so that these records are hidden, too
 * (`migrations/0104-donors.sql`).
 * @throws Refusal user-not-found, admin-not-suspended, already-suspended
 */
export async function suspend(
  db: Transaction,
  { reason, note }: SuspensionForm,
  { userId, actorId, hideRecords, now }: Change & { now: Date },
): Promise<UserWithSuspension> {
  const user = await lockUser(db, userId)
  if (!user) throw refuse('user-not-found')
  if (user.role === 'admin') throw refuse('admin-not-suspended')
  if (user.suspendedAt) throw refuse('already-suspended')
  const changed = await setSuspendedAt(db, userId, now)
  const suspension = await db
    .insertInto('suspensions')
    .values({ userId, reason, note, suspendedAt: now })
    .returningAll()
    .executeTakeFirstOrThrow()
  await endSessionsOf(db, userId)
  await hideRecords(db, userId, { isHidden: true, actorId })
  await recordAction(db, { actorId, action: 'suspended', targetId: userId, before: null, after: { reason } })
  return { ...changed, suspension }
}

/**
 * Lifts a suspension; only the audit log still records it.
 * @throws Refusal user-not-found, not-suspended
 */
export async function liftSuspension(
  db: Transaction,
  { userId, actorId, hideRecords }: Change,
): Promise<{ user: UserWithSuspension; reason: SuspensionReason }> {
  const user = await lockUser(db, userId)
  if (!user) throw refuse('user-not-found')
  const suspension = await db
    .deleteFrom('suspensions')
    .where('userId', '=', userId)
    .returning('reason')
    .executeTakeFirst()
  if (!suspension) throw refuse('not-suspended')
  const { reason } = suspension
  const changed = await setSuspendedAt(db, userId, null)
  // A session started to export or erase the account must not become one with full access.
  await endSessionsOf(db, userId)
  await hideRecords(db, userId, { isHidden: false, actorId })
  await recordAction(db, {
    actorId,
    action: 'suspension-lifted',
    targetId: userId,
    before: { reason },
    after: null,
  })
  return { user: { ...changed, suspension: null }, reason }
}

/** Finds a user's suspension; null when they are not suspended. */
export const findSuspension = (db: Database, userId: string): Promise<SuspensionRow | null> =>
  firstOrNull(db.selectFrom('suspensions').selectAll().where('userId', '=', userId))

/** Finds the current suspensions of users, by user. */
export async function findSuspensions(db: Database, userIds: string[]): Promise<Map<string, SuspensionRow>> {
  const rows = await db
    .selectFrom('suspensions')
    .selectAll()
    .where('userId', '=', sql<string>`any (${userIds}::uuid[])`)
    .execute()
  return new Map(rows.map(row => [row.userId, row]))
}

/** Adds the suspensions to users; runs no query when none of them is suspended. */
export async function withSuspensions(db: Database, users: UserRow[]): Promise<UserWithSuspension[]> {
  const ids = users.filter(({ suspendedAt }) => suspendedAt !== null).map(({ id }) => id)
  if (ids.length === 0) return users.map(user => ({ ...user, suspension: null }))
  const byUser = await findSuspensions(db, ids)
  return users.map(user => ({ ...user, suspension: byUser.get(user.id) ?? null }))
}
