import type { Database, Transaction } from '../../platform/database/connection.ts'
import { revokeDeviceCookies } from '../sessions/known-devices.ts'

/** Null when the account no longer exists. */
export async function findPasswordHash(db: Database, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('credentials')
    .select('password')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.password ?? null
}

/**
 * Replaces the password hash `from` by `to`. The user's row is locked first, as in `resetPassword`, so that the two run
 * one after the other. Roll the transaction back when the result is null: otherwise an attacker who knows the old
 * password could overwrite the one that a reset has just set. Links that reset the password end: whoever changes it may
 * suspect that others read their mail.
 * @returns the new `devices_known_since`; null when the password was replaced in the meantime
 */
export async function changePassword(
  db: Transaction,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<Date | null> {
  const knownSince = await revokeDeviceCookies(db, userId)
  const { numUpdatedRows } = await db
    .updateTable('credentials')
    .set({ password: to })
    .where('userId', '=', userId)
    .where('password', '=', from)
    .executeTakeFirst()
  await db
    .deleteFrom('mailLinks')
    .where('userId', '=', userId)
    .where('purpose', '=', 'reset-password')
    .execute()
  return numUpdatedRows > 0n ? knownSince : null
}

/**
 * Sets a new password without the old one; device cookies become invalid. Part of the transaction that also verifies the
 * account, as the link proves control of the mailbox, and ends the sessions.
 * @returns the account's email and the new `devices_known_since`
 */
export async function resetPassword(
  db: Transaction,
  userId: string,
  passwordHash: string,
): Promise<{ email: string; knownSince: Date }> {
  const knownSince = await revokeDeviceCookies(db, userId)
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await db.updateTable('credentials').set({ password: passwordHash }).where('userId', '=', userId).execute()
  return { email, knownSince }
}
