import { RETENTION } from '@blood-bank/contract/own-account/retention'
import type { CronItem } from 'graphile-worker'
import type { Limits } from '../../config/limits.ts'
import { introduceAlerts } from '../../features/alerts/preferences/introduce-alerts.ts'
import { SEND_PUSH } from '../../features/alerts/push/enqueue-pushes.ts'
import { removeOldAlerts } from '../../features/alerts/store.ts'
import { removeOldConfirmationLinks } from '../../features/blood-requests/confirmations/links.ts'
import { removeOldDeletions } from '../../features/blood-requests/owner-notices/deletions.ts'
import { removeOldDeletedPosts } from '../../features/blood-requests/store.ts'
import { removeOldDeclines } from '../../features/donors/imported/declines.ts'
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

/** Removed once an hour, by one of the servers: expired sessions, links and attempts, unverified accounts and the like. */
const HOURLY: CronItem[] = [
  'remove-ended-sessions',
  'remove-old-deleted-posts',
  'remove-old-numbers',
  'remove-expired-mail-links',
  'remove-expired-attempts',
  'remove-expired-challenges',
  'remove-old-reveals',
  'remove-old-alerts',
  'remove-old-confirmation-links',
  'remove-old-report-cases',
  'remove-old-request-deletions',
  'remove-dead-pushes',
  'erase-unverified-accounts',
  'erase-unclaimed-donors',
  'remove-old-declines',
  'remove-old-erased-accounts',
].map((task, at) => ({
  task,
  // They use connections of the calls, so they start one minute apart.
  match: `${at} * * * *`,
  // A run that was missed because no server was up happens at the next start. The key prevents a backlog of runs.
  options: { backfillPeriod: HOUR_MS, jobKey: task, maxAttempts: 3 },
}))

export const HOUSEKEEPING_SCHEDULE: CronItem[] = [
  ...HOURLY,
  // Replies hide a contact in time by themselves; this writes the end into the contact ledger.
  { task: 'end-due-contacts', match: '* * * * *', options: { jobKey: 'end-due-contacts', maxAttempts: 3 } },
  {
    task: 'remove-old-changes',
    match: '* * * * *',
    options: { jobKey: 'remove-old-changes', maxAttempts: 3 },
  },
  { task: 'introduce-alerts', match: '* * * * *', options: { jobKey: 'introduce-alerts', maxAttempts: 3 } },
]

/** The job of each scheduled task, by its name. A failure is logged and leaves the task to be tried again. */
export function housekeepingJobs({
  db,
  limits,
  attempts,
  recordSecurityEvent,
  log,
  now,
}: Housekeeping): Record<string, () => Promise<void>> {
  const jobs: Record<string, () => Promise<void>> = {
    'remove-ended-sessions': () => removeEndedSessions(db, limits.sessionIdleDays),
    'remove-old-deleted-posts': () => removeOldDeletedPosts(db),
    'remove-old-numbers': () => removeOldNumbers(db),
    'remove-expired-mail-links': () => removeExpiredMailLinks(db, now()),
    'remove-expired-attempts': () => attempts.removeExpired(),
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
    'remove-old-changes': () => removeOldChanges(db),
    'introduce-alerts': async () => void (await inTransaction(db, db => introduceAlerts(db, now()))),
    'end-due-contacts': () => inTransaction(db, db => endDueContacts(db, now())),
    'erase-unclaimed-donors': () => inTransaction(db, db => eraseUnclaimedDonors(db, now())),
    'remove-old-declines': () => removeOldDeclines(db, now()),
    'remove-old-erased-accounts': () => removeOldErasedAccounts(db, now()),
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
  }
  return Object.fromEntries(
    Object.entries(jobs).map(([name, run]) => [
      name,
      () =>
        run().catch(error => {
          log.warn({ job: name, reason: String(error) }, 'a housekeeping job failed')
          throw error
        }),
    ]),
  )
}
