import type { Database } from '../../platform/database/connection.ts'

/**
 * One act of an admin: on what, and the changed values before and after; never anything personal. An export is of
 * no single thing: its target is null.
 */
export type AuditedAction = {
  actorId: string
  action:
    | 'role-changed'
    | 'suspended'
    | 'suspension-lifted'
    | 'donor-verified'
    | 'donor-activated'
    | 'blood-request-closed'
    | 'blood-request-deleted'
    | 'exported'
  targetId: string | null
  before: Record<string, string | boolean> | null
  after: Record<string, string | boolean | number> | null
}

/** Writes the entry. Give the transaction of the act itself: both happen or neither. */
export async function recordAction(db: Database, act: AuditedAction): Promise<void> {
  const asJson = (values: AuditedAction['after']) => values && JSON.stringify(values)
  await db
    .insertInto('auditEntries')
    .values({ ...act, before: asJson(act.before), after: asJson(act.after) })
    .execute()
}
