import type { Selectable } from 'kysely'
import type { Database } from '../../database/connection.ts'
import type { Schema } from '../../database/schema.ts'

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
 * Puts a new password in the place of the one that was just given; false when that has been replaced meanwhile, so
 * that whoever knows an old password cannot undo a reset.
 */
export async function changePassword(
  db: Database,
  userId: string,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('credentials')
    .set({ password: to, updatedAt: new Date() })
    .where('userId', '=', userId)
    .where('password', '=', from)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Notes when the password was given again in a session. */
export async function setPasswordGiven(
  db: Database,
  { token, at }: { token: string | null; at: Date },
): Promise<void> {
  await db.updateTable('sessions').set({ passwordGivenAt: at }).where('token', '=', token).execute()
}
