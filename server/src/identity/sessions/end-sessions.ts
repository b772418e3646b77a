import type { Database } from '../../platform/database/connection.ts'

/** Ends every session of a user, except that of the token `but`. */
export async function endSessionsOf(
  db: Database,
  userId: string,
  { but = null }: { but?: string | null } = {},
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .$if(but !== null, rest => rest.where('token', '<>', but as string))
    .execute()
}
