import { RETENTION } from '@blood-bank/contract/own-account/retention'
import type { CronItem } from 'graphile-worker'
import type { Limits } from '../../config/limits.ts'
import { introduceAlerts } from '../../features/alerts/preferences/introduce-alerts.ts'
import { SEND_PUSH } from '../../features/alerts/push/enqueue-pushes.ts'
import { removeOldAlerts } from '../../features/alerts/store.ts'
import { removeOldConfirmationLinks } from '../../features/blood-requests/confirmations/links.ts'
import { removeOldDeletions } from '../../features/blood-requests/owner-notices/deletions.ts'
import { removeOldDeletedPosts } from '../../features/blood-requests/store.ts'
import { removeOldImportOptOuts } from '../../features/donors/imported/opt-outs.ts'
import { eraseUnclaimedDonors } from '../../features/donors/imported/store.ts'
import { blankReveals, removeOldReveals } from '../../features/offers/contact-ledger/store.ts'
import { endDueContacts, settleOffersOfErasedUser } from '../../features/offers/settling.ts'
import { removeOldCases } from '../../features/reports/store.ts'
import type { AttemptLimits } from '../../identity/access/attempt-limits.ts'
import type { RecordSecurityEvent } from '../../identity/access/security-events.ts'
import { removeOldNumbers } from '../../identity/numbers/store.ts'
import { removeOldErasedAccounts } from '../../identity/own-account/erased-accounts.ts'
import { announceErasures, eraseUnverifiedAccounts } from '../../identity/own-account/unverified-accounts.ts'
import { removeExpiredChallenges } from '../../identity/passkeys/challenges.ts'
import { removeExpiredMailLinks } from '../../identity/passwords/links.ts'
import { removeEndedSessions } from '../../identity/sessions/store.ts'
import { type Database, inTransaction } from '../../platform/database/connection.ts'
import { removeDeadJobs } from '../../platform/jobs/dead-jobs.ts'
import { removeOldChanges } from '../../platform/live/change-log.ts'

const HOUR_MS = 3_600_000

type Housekeeping = {
  db: Database
  limits: Limits
  attempts: AttemptLimits
  recordSecurityEvent: RecordSecurityEvent
  now: () => Date
  log: { warn: (details: object, message: string) => void }
}

type Tasks = Record<string, () => Promise<unknown>>

const RUN_HOURLY = 'housekeeping-hourly'
const RUN_EACH_MINUTE = 'housekeeping-each-minute'

/** Each job runs on one of the servers. The key prevents a backlog of runs. */
export const HOUSEKEEPING_SCHEDULE: CronItem[] = [
  // A run that was missed because no server was up happens at the next start.
  {
    task: RUN_HOURLY,
    match: '0 * * * *',
    options: { backfillPeriod: HOUR_MS, jobKey: RUN_HOURLY, maxAttempts: 3 },
  },
  { task: RUN_EACH_MINUTE, match: '* * * * *', options: { jobKey: RUN_EACH_MINUTE, maxAttempts: 3 } },
]

/** The tasks of housekeeping, by how often they run. */
export function housekeepingTasks({
  db,
  limits,
  attempts,
  recordSecurityEvent,
  now,
}: Omit<Housekeeping, 'log'>) {
  const hourly: Tasks = {
    'remove-ended-sessions': () => removeEndedSessions(db, limits.sessionIdleDays),
    'remove-old-deleted-posts': () => removeOldDeletedPosts(db),
    'remove-old-numbers': () => removeOldNumbers(db),
    'remove-expired-attempts': () => attempts.removeExpired(),
    'remove-expired-mail-links': () => removeExpiredMailLinks(db, now()),
    'remove-expired-challenges': () => removeExpiredChallenges(db, now()),
    'remove-old-reveals': () => removeOldReveals(db),
    'remove-old-alerts': () => removeOldAlerts(db, now()),
    'remove-old-confirmation-links': () => removeOldConfirmationLinks(db, now()),
    'remove-old-report-cases': () => removeOldCases(db, now()),
    'remove-old-request-deletions': () => removeOldDeletions(db, now()),
    // The overview counts those of a day.
    'remove-dead-pushes': () =>
      removeDeadJobs(db, SEND_PUSH, {
        before: new Date(now().getTime() - RETENTION.deadPushHours * HOUR_MS),
      }),
    'erase-unverified-accounts': async () => {
      const unverified = { unverifiedAccountDays: limits.unverifiedAccountDays, now: now() }
      await announceErasures(db, unverified)
      await eraseUnverifiedAccounts(db, {
        ...unverified,
        attempts,
        recordSecurityEvent,
        hooks: {
          beforeErasing: (db, userId) => settleOffersOfErasedUser(db, userId, now()),
          afterErasing: blankReveals,
        },
      })
    },
    'erase-unclaimed-donors': () => inTransaction(db, db => eraseUnclaimedDonors(db, now())),
    'remove-old-import-opt-outs': () => removeOldImportOptOuts(db, now()),
    'remove-old-erased-accounts': () => removeOldErasedAccounts(db, now()),
  }
  const eachMinute: Tasks = {
    // Replies hide a contact in time by themselves; this writes the end into the contact ledger.
    'end-due-contacts': () => inTransaction(db, db => endDueContacts(db, now())),
    'remove-old-changes': () => removeOldChanges(db),
    'introduce-alerts': () => inTransaction(db, db => introduceAlerts(db, now())),
  }
  return { hourly, eachMinute }
}

/**
 * The job of each schedule. It runs its tasks one after another. A failure is logged, the others still run, and then the job
 * fails, so that it is tried again and counted when it is given up.
 */
export function housekeepingJobs({
  log,
  ...housekeeping
}: Housekeeping): Record<string, () => Promise<void>> {
  const { hourly, eachMinute } = housekeepingTasks(housekeeping)
  const runAll = (tasks: Tasks) => async () => {
    const failures: unknown[] = []
    for (const [job, run] of Object.entries(tasks))
      await run().catch(error => {
        log.warn({ job, reason: String(error) }, 'a housekeeping job failed')
        failures.push(error)
      })
    if (failures.length > 0) throw failures[0]
  }
  return { [RUN_HOURLY]: runAll(hourly), [RUN_EACH_MINUTE]: runAll(eachMinute) }
}
