import { sql } from 'kysely'
import type { Limits } from '../../config/limits.ts'
import { removeOldDeletedPosts } from '../../features/blood-requests/store.ts'
import { announceErasures, eraseUnverifiedAccounts } from '../../identity/accounts/unverified-accounts.ts'
import type { RecordSecurityEvent } from '../../identity/audit/security-events.ts'
import type { AttemptLimits } from '../../identity/passwords/attempt-limits.ts'
import { removeOldNumbers } from '../../identity/phone-number-limits/store.ts'
import { removeEndedSessions } from '../../identity/sessions/store.ts'
import type { Database } from '../../platform/database/connection.ts'

const HOUR_MS = 3_600_000

type Housekeeping = {
  db: Database
  limits: Limits
  attempts: AttemptLimits
  recordSecurityEvent: RecordSecurityEvent
  now: () => Date
  log: { warn: (details: object, message: string) => void }
}

/**
 * Once an hour removes what has run out: sessions, links, attempts, accounts that were never verified. Several servers
 * may do it at once.
 */
export function startHousekeeping(housekeeping: Housekeeping): { stop: () => void } {
  const timer = setInterval(() => void tidyUp(housekeeping), HOUR_MS)
  return { stop: () => clearInterval(timer) }
}

/** One round of it; what fails is logged, and tried again by the next one. */
export async function tidyUp({ db, limits, log, now, ...erasing }: Housekeeping): Promise<void> {
  try {
    await removeEndedSessions(db, limits.sessionIdleDays)
    await removeOldDeletedPosts(db)
    await removeOldNumbers(db)
    await db.deleteFrom('mailLinks').where('expiresAt', '<=', new Date()).execute()
    // Rows that are counted at this moment are left to the next round: waiting for each other could deadlock.
    await sql`delete from attempt_limits where key in (
      select key from attempt_limits where expire < ${Date.now()} for update skip locked)`.execute(db)
    const unverified = { unverifiedAccountDays: limits.unverifiedAccountDays, now: now() }
    await announceErasures(db, unverified)
    await eraseUnverifiedAccounts(db, { ...unverified, ...erasing })
  } catch (error) {
    log.warn({ reason: String(error) }, 'what has run out could not be removed')
  }
}
