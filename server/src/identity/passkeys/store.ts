import type { Selectable } from 'kysely'
import { type Database, firstOrNull, type Transaction } from '../../platform/database/connection.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { PasskeyRow } from './tables.ts'

/** Who signs in, with a password or a passkey. */
export type PasskeyOwner = Pick<
  Selectable<Schema['users']>,
  'id' | 'email' | 'role' | 'emailVerified' | 'suspendedAt' | 'createdAt' | 'devicesKnownSince'
>

/** Locks whoever signs in before a passkey is used or a session starts. */
export const lockOwner = (db: Database, userId: string): Promise<PasskeyOwner | null> =>
  firstOrNull(
    db
      .selectFrom('users')
      .select(['id', 'email', 'role', 'emailVerified', 'suspendedAt', 'createdAt', 'devicesKnownSince'])
      .where('id', '=', userId)
      .forNoKeyUpdate(),
  )

/** Lists the passkeys of a user, in the order in which they were added. */
export const listPasskeysOf = (db: Database, userId: string): Promise<PasskeyRow[]> =>
  db
    .selectFrom('passkeys')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('addedAt')
    .orderBy('id')
    .execute()

/** Whether a user has a passkey that works at this host name. */
export async function hasPasskeyAt(db: Database, userId: string, rpId: string): Promise<boolean> {
  const passkeys = await listPasskeysOf(db, userId)
  return passkeys.some(passkey => passkey.rpId === rpId)
}

/** Finds a passkey, with the random id by which browsers know its owner. */
export const findPasskey = (
  db: Database,
  credentialId: Buffer,
): Promise<(PasskeyRow & { userHandle: string }) | null> =>
  firstOrNull(
    db
      .selectFrom('passkeys')
      .innerJoin('credentials', 'credentials.userId', 'passkeys.userId')
      .selectAll('passkeys')
      .select('userHandle')
      .where('credentialId', '=', credentialId),
  )

/** The random id by which browsers know a user; null when the account no longer exists. */
export async function findUserHandle(db: Database, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('credentials')
    .select('userHandle')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.userHandle ?? null
}

type NewPasskeyRow = Pick<
  PasskeyRow,
  'userId' | 'credentialId' | 'publicKey' | 'transports' | 'rpId' | 'name' | 'addedAt'
> & { counter: number }

/** @returns null when the credential is stored already, whoever has it */
export const insertPasskey = (db: Database, passkey: NewPasskeyRow): Promise<PasskeyRow | null> =>
  firstOrNull(
    db
      .insertInto('passkeys')
      .values(passkey)
      .onConflict(conflict => conflict.column('credentialId').doNothing())
      .returningAll(),
  )

/**
 * Records that a passkey was used. A counter that has not grown means that a copy of the passkey was used; authenticators
 * that do not count send 0.
 * @returns false when the passkey was removed, or its counter has grown in the meantime
 */
export async function recordPasskeyUse(
  db: Database,
  { id, counter, at }: { id: string; counter: number; at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set({ counter, lastUsedAt: at })
    .where('id', '=', id)
    .where(row => row.or([row('counter', '<', String(counter)), row('counter', '=', '0')]))
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Records in a session which passkey was last used in it. */
export async function setSessionPasskey(db: Database, token: string, passkeyId: string): Promise<void> {
  await db.updateTable('sessions').set({ passkeyId }).where('token', '=', token).execute()
}

type OwnPasskey = { id: string; userId: string }

/** @returns null when the user has no such passkey */
export const setPasskeyName = (
  db: Database,
  { id, userId }: OwnPasskey,
  name: string,
): Promise<PasskeyRow | null> =>
  firstOrNull(
    db.updateTable('passkeys').set({ name }).where('id', '=', id).where('userId', '=', userId).returningAll(),
  )

/**
 * Removes passkeys of a user, and ends the sessions in which they were last used. The transaction has locked the user.
 * @param passkey.id which passkey; all of them by default
 * @param passkey.exceptToken the session that stays
 * @returns how many were removed
 */
export async function removePasskeys(
  db: Transaction,
  { userId, id, exceptToken }: { userId: string; id?: string; exceptToken?: string },
): Promise<number> {
  const removed = db
    .selectFrom('passkeys')
    .select('passkeys.id')
    .where('passkeys.userId', '=', userId)
    .$if(id !== undefined, rest => rest.where('passkeys.id', '=', String(id)))
  await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('passkeyId', 'in', removed)
    .$if(exceptToken !== undefined, rest => rest.where('token', '<>', String(exceptToken)))
    .execute()
  const { numDeletedRows } = await db.deleteFrom('passkeys').where('id', 'in', removed).executeTakeFirst()
  return Number(numDeletedRows)
}
