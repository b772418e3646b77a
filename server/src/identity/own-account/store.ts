import type { Database } from '../../platform/database/connection.ts'

/** Records in a session when its user last entered the password. */
export async function setPasswordGivenAt(
  db: Database,
  { token, at }: { token: string | null; at: Date },
): Promise<void> {
  await db.updateTable('sessions').set({ passwordGivenAt: at }).where('token', '=', token).execute()
}
