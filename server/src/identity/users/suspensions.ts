import type { SuspensionForm, SuspensionReason } from '@blood-bank/contract/users/administration'
import { type Selectable, sql } from 'kysely'
import { type Database, firstOrNull, type Transaction } from '../../platform/database/connection.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { refuse } from '../../platform/http/refuse.ts'
import type { HideRecords } from '../access/account-hooks.ts'
import { recordAction } from '../audit/record-action.ts'
import { endSessionsOf } from '../sessions/store.ts'
import { lockAccountsOfPerson, lockMailboxOf, setSuspendedAt, type UserRow } from './store.ts'

export type SuspensionRow = Selectable<Schema['suspensions']>

type Change = { userId: string; actorId: string; hideRecords: HideRecords }

/**
 * Suspends a person: all accounts of the mailbox. The row locks make concurrent inserts by the users wait, so that these
 * records are hidden, too (`migrations/0104-donors.sql`).
 * @throws Refusal user-not-found, admin-not-suspended, already-suspended
 */
export async function suspend(
  db: Transaction,
  { reason, note }: SuspensionForm,
  { userId, actorId, hideRecords, now }: Change & { now: Date },
): Promise<UserRow> {
  await lockMailboxOf(db, userId)
  const accounts = await lockAccountsOfPerson(db, userId)
  const user = accounts.find(({ id }) => id === userId)
  if (!user) throw refuse('user-not-found')
  if (accounts.some(({ role }) => role === 'admin')) throw refuse('admin-not-suspended')
  if (user.suspendedAt) throw refuse('already-suspended')
  for (const { id, suspendedAt } of accounts) {
    if (suspendedAt) continue
    await suspendAccount(db, { userId: id, reason, note, suspendedAt: now }, { actorId, hideRecords })
    await recordAction(db, { actorId, action: 'suspended', targetId: id, before: null, after: { reason } })
  }
  return { ...user, suspendedAt: now }
}

/** Suspends one account. The transaction has locked its mailbox and the user. */
export async function suspendAccount(
  db: Transaction,
  suspension: SuspensionRow,
  { actorId, hideRecords }: Omit<Change, 'userId'>,
): Promise<void> {
  const { userId, suspendedAt } = suspension
  await setSuspendedAt(db, userId, suspendedAt)
  await db.insertInto('suspensions').values(suspension).execute()
  await endSessionsOf(db, userId)
  await hideRecords(db, userId, { isHidden: true, actorId })
}

/**
 * Lifts the suspension of a person: of all accounts of the mailbox. Only the audit log still records it.
 * @throws Refusal user-not-found, not-suspended
 */
export async function liftSuspension(
  db: Transaction,
  { userId, actorId, hideRecords }: Change,
): Promise<{ user: UserRow; reason: SuspensionReason }> {
  await lockMailboxOf(db, userId)
  const accounts = await lockAccountsOfPerson(db, userId)
  const user = accounts.find(({ id }) => id === userId)
  if (!user) throw refuse('user-not-found')
  const lifted = await findSuspensions(
    db,
    accounts.map(({ id }) => id),
  )
  const own = lifted.get(userId)
  if (!own) throw refuse('not-suspended')
  for (const { userId: id, reason } of lifted.values()) {
    await db.deleteFrom('suspensions').where('userId', '=', id).execute()
    await setSuspendedAt(db, id, null)
    // A session started to export or erase the account must not become one with full access.
    await endSessionsOf(db, id)
    await hideRecords(db, id, { isHidden: false, actorId })
    const action = { actorId, action: 'suspension-lifted', targetId: id } as const
    await recordAction(db, { ...action, before: { reason }, after: null })
  }
  return { user: { ...user, suspendedAt: null }, reason: own.reason }
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
