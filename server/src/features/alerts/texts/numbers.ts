import { sql } from 'kysely'
import type { Database } from '../../../platform/database/connection.ts'

/** Of some donors, lists those who have confirmed the number that they still have, with it. */
export const listTextNumbersOf = (
  db: Database,
  userIds: string[],
): Promise<{ userId: string; phone: string }[]> =>
  db
    .selectFrom('textNumbers')
    .select(['userId', 'phone'])
    .where('userId', '=', sql<string>`any (${userIds}::uuid[])`)
    .where('confirmedAt', 'is not', null)
    .execute()
