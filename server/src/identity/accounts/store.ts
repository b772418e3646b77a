import { CONSENT } from '@blood-bank/contract/consent'
import type { Database } from '../../platform/database/connection.ts'
import { forgetDevices } from '../devices/forget-devices.ts'
import { endSessionsOf } from '../sessions/end-sessions.ts'

/**
 * Makes the account of an address, or null when it has one already. Whoever registers agrees to the text beside the
 * button: which one that is, is not for the page to say. Give a transaction: it is three rows.
 */
export async function insertAccount(
  db: Database,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<{ id: string } | null> {
  const user = await db
    .insertInto('users')
    .values({ email })
    .onConflict(conflict => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!user) return null
  await db.insertInto('credentials').values({ userId: user.id, password: passwordHash }).execute()
  await db.insertInto('consents').values({ userId: user.id, version: CONSENT.version }).execute()
  return user
}

export async function findUserByEmail(db: Database, email: string) {
  const user = await db
    .selectFrom('users')
    .select(['id', 'email', 'emailVerified'])
    .where('email', '=', email)
    .executeTakeFirst()
  return user ?? null
}

export async function setEmailVerified(db: Database, userId: string): Promise<void> {
  await db.updateTable('users').set({ emailVerified: true }).where('id', '=', userId).execute()
}

/**
 * Sets a new password. Whoever sets it has proved that the mailbox is theirs: the email is verified, every session ends,
 * and no browser is known any more. Give a transaction.
 * @returns the account's email, and since when devices are known, which is now
 */
export async function replacePassword(
  db: Database,
  userId: string,
  passwordHash: string,
): Promise<{ email: string; knownSince: Date }> {
  const knownSince = await forgetDevices(db, userId)
  const { email } = await db
    .updateTable('users')
    .set({ emailVerified: true })
    .where('id', '=', userId)
    .returning('email')
    .executeTakeFirstOrThrow()
  await db.updateTable('credentials').set({ password: passwordHash }).where('userId', '=', userId).execute()
  await endSessionsOf(db, userId)
  return { email, knownSince }
}
