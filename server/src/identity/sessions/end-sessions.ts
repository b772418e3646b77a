import type { Database } from '../../platform/database/connection.ts'

/** Ends every session of a user, or every one but that of a token. */
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
