import { sql } from 'kysely'
import type { Database } from '../database/connection.ts'
import type { TextMessage } from './send-text.ts'

/** A text message that the mailbox shows instead of it being sent. */
export type CaughtText = TextMessage & { sentAt: Date }

export async function catchText(db: Database, text: TextMessage): Promise<void> {
  await db.insertInto('caughtTexts').values(text).execute()
}

/** In the order in which they were sent. */
export const readCaughtTexts = (db: Database): Promise<CaughtText[]> =>
  db
    .selectFrom('caughtTexts')
    .select(['phone', 'message', 'sentAt'])
    .orderBy('sentAt')
    .orderBy('id')
    .execute()

/** Deletes the caught texts to the numbers. */
export async function deleteCaughtTexts(db: Database, phones: string[]): Promise<void> {
  await db.deleteFrom('caughtTexts').where('phone', '=', sql<string>`any (${phones})`).execute()
}
