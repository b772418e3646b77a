import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** Stops thank-yous for a donor; nothing for an account that is erased. */
export async function stopThankYous(db: Database, userId: string, stoppedAt: Date): Promise<void> {
  await sql`
    insert into thank_you_stops (user_id, stopped_at) select id, ${stoppedAt}::timestamptz from users where id = ${userId}
    on conflict do nothing`.execute(db)
}

/** Lets a donor get thank-yous again. */
export async function removeThankYouStop(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('thankYouStops').where('userId', '=', userId).execute()
}
