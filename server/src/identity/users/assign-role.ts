import type { Role } from '@blood-bank/contract/users/endpoints'
import type { Transaction } from '../../platform/database/connection.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { enqueueMail } from '../../platform/mail/outbox.ts'
import { endSessionsByRoleChange } from '../sessions/store.ts'
import { roleMailKind } from './mails.ts'
import { listAdminEmails, setRole, type UserRow } from './store.ts'

/**
 * Assigns a role to a user. The sessions of a new admin stay a member's until the password is given in them, as one may be
 * in the wrong hands (`admin_since`); those of an admin who is one no more end. The user and the admins get a mail. The transaction has locked the user.
 * @throws Refusal admin-needs-verified-email, suspended-not-admin
 * @throws an error that `isLastAdminError` recognizes, when no admin would be left
 */
export async function assignRole(db: Transaction, user: UserRow, role: Role): Promise<UserRow> {
  if (user.role === role) return user
  if (role === 'admin' && !user.emailVerified) throw refuse('admin-needs-verified-email')
  if (role === 'admin' && user.suspendedAt) throw refuse('suspended-not-admin')
  const changed = await setRole(db, user.id, role)
  if (role === 'user') await endSessionsByRoleChange(db, user.id)
  const recipients = new Set([user.email, ...(await listAdminEmails(db))])
  for (const recipient of recipients)
    await enqueueMail(db, roleMailKind(role), recipient, { aboutUserId: user.id })
  return changed
}
