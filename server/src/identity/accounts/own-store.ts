import type { Selectable } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { Schema } from '../../platform/database/schema.ts'
import { forgetDevices } from '../devices/forget-devices.ts'

export type ConsentRow = Selectable<Schema['consents']>

/** What a person agreed to, the latest first. */
export const listConsentsOf = (db: Database, userId: string): Promise<ConsentRow[]> =>
  db.selectFrom('consents').selectAll().where('userId', '=', userId).orderBy('agreedAt', 'desc').execute()

/** Null when the account is gone. */
export async function findPasswordHash(db: Database, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('credentials')
    .select('password')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.password ?? null
}

/**
 * Puts a new password in the place of the one that was just given. The user's row is locked first, as a reset does it,
 * so that the two take turns. Give a transaction, and leave it when the password was replaced meanwhile, so that whoever
 * knows an old one cannot undo a reset.
 * @returns since when devices are known, which is now; null when the password has been replaced meanwhile
 */
export async function changePassword(
  db: Database,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<Date | null> {
  const knownSince = await forgetDevices(db, userId)
  const { numUpdatedRows } = await db
    .updateTable('credentials')
    .set({ password: to })
    .where('userId', '=', userId)
    .where('password', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n ? knownSince : null
}

/** Notes when the password was given again in a session. */
export async function setPasswordGiven(
  db: Database,
  { token, at }: { token: string | null; at: Date },
): Promise<void> {
  await db.updateTable('sessions').set({ passwordGivenAt: at }).where('token', '=', token).execute()
}
