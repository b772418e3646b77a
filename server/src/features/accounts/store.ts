import { CONSENT } from '@blood-bank/contract/consent'
import { endSessionsOf } from '../../auth/end-sessions.ts'
import type { Database } from '../../database/connection.ts'

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
    .values({ email, name: email.slice(0, email.indexOf('@')) })
    .onConflict(conflict => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!user) return null
  await db
    .insertInto('credentials')
    .values({ userId: user.id, accountId: user.id, providerId: 'credential', password: passwordHash })
    .execute()
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
  await db
    .updateTable('users')
    .set({ emailVerified: true, updatedAt: new Date() })
    .where('id', '=', userId)
    .execute()
}

/** Sets a new password and ends every session of its account. @returns the account's email */
export async function replacePassword(db: Database, userId: string, passwordHash: string): Promise<string> {
  await db
    .updateTable('credentials')
    .set({ password: passwordHash, updatedAt: new Date() })
    .where('userId', '=', userId)
    .execute()
  await endSessionsOf(db, userId)
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return email
}
