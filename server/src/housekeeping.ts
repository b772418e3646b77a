import { sql } from 'kysely'
import type { Database } from './database/connection.ts'
import { removeOldDeletedPosts } from './features/blood-requests/store.ts'
import { removeEndedSessions } from './features/sessions/store.ts'
import type { Limits } from './limits.ts'

const HOUR_MS = 3_600_000

/** Once an hour removes what has run out: sessions, links, attempts. Several servers may do it at once. */
export function startHousekeeping(
  db: Database,
  { sessionIdleDays }: Pick<Limits, 'sessionIdleDays'>,
  log: { warn: (details: object, message: string) => void },
): { stop: () => void } {
  const tidy = async () => {
    try {
      await removeEndedSessions(db, sessionIdleDays)
      await removeOldDeletedPosts(db)
      await db.deleteFrom('mailLinks').where('expiresAt', '<=', new Date()).execute()
      await sql`delete from attempt_limits where expire < ${Date.now()}`.execute(db)
    } catch (error) {
      log.warn({ reason: String(error) }, 'what has run out could not be removed')
    }
  }
  const timer = setInterval(tidy, HOUR_MS)
  return { stop: () => clearInterval(timer) }
}
