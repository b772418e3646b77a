import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/**
 * Invalidates all device cookies of an account, and locks the user's row until the transaction ends. Called when a new
 * password is set: cookies issued for the old one must not outlive it.
 * @returns the new `devices_known_since`
 * @throws when the account no longer exists
 */
export async function revokeDeviceCookies(db: Database, userId: string): Promise<Date> {
  const { devicesKnownSince } = await db
    .updateTable('users')
    // It must increase even within one millisecond, and after the clock was set back.
    .set({ devicesKnownSince: sql<Date>`greatest(now(), devices_known_since + interval '1 ms')` })
    .where('id', '=', userId)
    .returning('devicesKnownSince')
    .executeTakeFirstOrThrow()
  return devicesKnownSince
}
