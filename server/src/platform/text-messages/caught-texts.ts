import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'

/** Deletes the caught texts to the numbers. */
export async function deleteCaughtTexts(db: Database, phones: string[]): Promise<void> {
  await db.deleteFrom('caughtTexts').where('phone', '=', sql<string>`any (${phones})`).execute()
}
