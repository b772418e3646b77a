import { sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/**
 * Makes every browser unknown to an account, and locks its row until the transaction ends. For a new password: what was
 * issued for the old one is void.
 * @returns since when devices are known
 * @throws when the account is gone
 */
export async function revokeDeviceCookies(db: Database, userId: string): Promise<Date> {
  const { devicesKnownSince } = await db
    .updateTable('users')
    // Later than before also within one millisecond, and after a clock was set back.
    .set({ devicesKnownSince: sql<Date>`greatest(now(), devices_known_since + interval '1 ms')` })
    .where('id', '=', userId)
    .returning('devicesKnownSince')
    .executeTakeFirstOrThrow()
  return devicesKnownSince
}
