import { CONSENT } from '@blood-bank/contract/own-account/consent'
import type { Transaction } from '../../platform/database/connection.ts'

/** @param registeredNetwork a keyed hash of the network, or null if it is not known */
export type NewAccount = { email: string; passwordHash: string; registeredNetwork: string | null }

/**
 * Creates an account, or returns null when the address already has one. Registering means consent to the text beside
 * the button; the server decides which version that is, not the page. It inserts three rows.
 */
export async function insertAccount(
  db: Transaction,
  { email, passwordHash, registeredNetwork }: NewAccount,
): Promise<{ id: string } | null> {
  const user = await db
    .insertInto('users')
    .values({ email, registeredNetwork })
    .onConflict(conflict => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst()
  if (!user) return null
  await db.insertInto('credentials').values({ userId: user.id, password: passwordHash }).execute()
  await db.insertInto('consents').values({ userId: user.id, version: CONSENT.version }).execute()
  return user
}
