import { type SqlBool, sql } from 'kysely'
import type { Database } from '../../platform/database/connection.ts'

/** The condition on `blood_requests` for those on the list of active requests: the owner is not suspended. */
export const IS_LISTED = sql<SqlBool>`status = 'active' and not is_hidden`

/** Counts the blood requests on the list of active requests. */
export async function countListedBloodRequests(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('bloodRequests')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where(IS_LISTED)
    .executeTakeFirstOrThrow()
  return Number(count)
}
