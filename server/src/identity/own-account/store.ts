import type { Selectable } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'
import type { Schema } from '../../platform/database/schema.ts'

export type ConsentRow = Selectable<Schema['consents']>

/** The consents of a user, newest first. */
export const listConsentsOf = (db: Database, userId: string): Promise<ConsentRow[]> =>
  db.selectFrom('consents').selectAll().where('userId', '=', userId).orderBy('agreedAt', 'desc').execute()

/** Records in a session when its user last entered the password. */
export async function setPasswordGivenAt(
  db: Database,
  { token, at }: { token: string | null; at: Date },
): Promise<void> {
  await db.updateTable('sessions').set({ passwordGivenAt: at }).where('token', '=', token).execute()
}
