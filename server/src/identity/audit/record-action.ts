import type { AuditAction } from '@blood-bank/contract/audit/endpoints'
import type { Database, Transaction } from '../../platform/database/connection.ts'

/**
 * One action of an admin: its target, and the changed values before and after; never personal data. An export has no
 * single target: it is null.
 */
type AuditedAction = {
  actorId: string
  action: AuditAction
  targetId: string | null
  before: Record<string, string | boolean> | null
  after: Record<string, string | boolean | number> | null
}

/** Writes the audit entry. Part of the transaction of the action itself, so that both commit or neither. */
export const recordAction = (db: Transaction, action: AuditedAction): Promise<void> =>
  recordActions(db, [action])

/** Writes the audit entries of actions that happen together. There must be at least one. */
export async function recordActions(db: Database, actions: AuditedAction[]): Promise<void> {
  const toJson = (values: AuditedAction['after']) => values && JSON.stringify(values)
  await db
    .insertInto('auditEntries')
    .values(
      actions.map(action => ({ ...action, before: toJson(action.before), after: toJson(action.after) })),
    )
    .execute()
}
