import type { Role } from '@blood-bank/contract/users'
import type { Database } from '../../database/connection.ts'

/** What the database says when a change would leave the bank without an admin (migration 0002). */
const LAST_ADMIN = 'BB001'

export const isLastAdminError = (error: unknown) =>
  error instanceof Error && (error as { code?: unknown }).code === LAST_ADMIN

/**
 * Gives a role to whoever has the address.
 * @returns false when nobody has
 * @throws an error that `isLastAdminError` knows, when no admin would be left
 */
export async function setRoleByEmail(db: Database, email: string, role: Role): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ role, updatedAt: new Date() })
    .where('email', '=', email)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export async function listAdminEmails(db: Database): Promise<string[]> {
  const admins = await db
    .selectFrom('users')
    .select('email')
    .where('role', '=', 'admin')
    .orderBy('email')
    .execute()
  return admins.map(admin => admin.email)
}
