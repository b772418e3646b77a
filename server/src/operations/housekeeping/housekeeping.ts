import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import type { CronItem } from 'graphile-worker'
import type { Config } from '../../config.ts'
import { removeOldOnCall } from '../../features/alerts/on-call/store.ts'
import { introduceAlerts } from '../../features/alerts/preferences/introduce-alerts.ts'
import { SEND_PUSH } from '../../features/alerts/push/enqueue-pushes.ts'
import { removeOldAlerts } from '../../features/alerts/store.ts'
import { SEND_TEXT } from '../../features/alerts/texts/enqueue-texts.ts'
import { removeUnconfirmedNumbers } from '../../features/alerts/texts/numbers.ts'
import { removeOldTextDays } from '../../features/alerts/texts/reserve-texts.ts'
import { tellKeptDonors } from '../../features/alerts/texts/tell-kept-donors.ts'
import { removeOldConfirmationLinks } from '../../features/blood-requests/confirmations/links.ts'
import { removeOldDeletions } from '../../features/blood-requests/owner-notices/deletions.ts'
import { REPLAN, removeOldDeletedPosts } from '../../features/blood-requests/store.ts'
import { removeOldNumbers } from '../../features/contact-numbers/store.ts'
import { carryOutStops } from '../../features/kept-donors/calls/noting.ts'
import { removeOldCalls } from '../../features/kept-donors/calls/store.ts'
import { eraseUnclaimedDonors } from '../../features/kept-donors/claims/store.ts'
import { endOldComings } from '../../features/kept-donors/comings.ts'
import { endDueKeptDonors } from '../../features/kept-donors/consent/expiry.ts'
import { createOptOuts, removeOldOptOuts } from '../../features/kept-donors/opt-outs.ts'
import { computeAnswerTimes } from '../../features/offers/answer-times.ts'
import { blankReveals, removeOldReveals } from '../../features/offers/contact-ledger/store.ts'
import { endDueContacts, settleOffersOfErasedUser } from '../../features/offers/settling.ts'
import { removeOldCases } from '../../features/reports/store.ts'
import { sendDueThankYous } from '../../features/thanks/sending.ts'
import type { AttemptLimits } from '../../identity/access/attempt-limits.ts'
import type { RecordSecurityEvent } from '../../identity/access/security-events.ts'
import { endDueCoordinators } from '../../identity/coordinators/store.ts'
import { removeOldErasedAccounts } from '../../identity/own-account/erased-accounts.ts'
import { announceErasures, eraseUnverifiedAccounts } from '../../identity/own-account/unverified-accounts.ts'
import { removeExpiredChallenges } from '../../identity/passkeys/challenges.ts'
import { removeExpiredMailLinks } from '../../identity/passwords/links.ts'
import { removeEndedSessions } from '../../identity/sessions/store.ts'
import { calendarDate } from '../../platform/clock/local-time.ts'
import { type Database, inTransaction, type Transaction } from '../../platform/database/connection.ts'
import type { WarningLog } from '../../platform/http/log.ts'
import { removeDeadJobs } from '../../platform/jobs/attempts.ts'
import { removeOldChanges } from '../../platform/live/change-log.ts'
import { SEND_MAIL } from '../../platform/mail/outbox.ts'

/** The one job of housekeeping. */
export const HOUSEKEEPING = 'housekeeping'

/** It runs on one of the servers. In its queue late runs do not overlap; a run that was killed is repeated. */
export const HOUSEKEEPING_SCHEDULE: CronItem[] = [
  { task: HOUSEKEEPING, match: '* * * * *', options: { queueName: HOUSEKEEPING, maxAttempts: 2 } },
]

type Housekeeping = {
  db: Database
  config: Pick<Config, 'limits' | 'timeZone' | 'textMessages' | 'alertPolicy'>
  attempts: AttemptLimits
  recordSecurityEvent: RecordSecurityEvent
  authSecret: string
  now: () => Date
  log: WarningLog
}

/**
 * The job of housekeeping: its tasks, one after another. The failure of a task is logged, the others still run, and then the
 * job fails, so that it is tried again and counted when it is given up.
 */
export function housekeepingJob({
  db,
  config,
  attempts,
  recordSecurityEvent,
  authSecret,
  now,
  log,
}: Housekeeping): () => Promise<void> {
  const { limits, timeZone } = config
  const optOuts = createOptOuts(authSecret)
  const tasks: Record<string, (db: Database, now: Date) => Promise<unknown>> = {
    // Replies hide a contact in time by themselves; this writes the end into the contact ledger.
    endDueContacts: (db, now) => inTransaction(db, db => endDueContacts(db, now)),
    endOldComings: (db, now) => inTransaction(db, db => endOldComings(db, now)),
    carryOutStops: (db, now) => inTransaction(db, db => carryOutStops(db, { optOuts, now })),
    introduceAlerts: (db, now) => inTransaction(db, db => introduceAlerts(db, now)),
    endDueCoordinators,
    sendDueThankYous,
    computeAnswerTimes: (db, now) => computeAnswerTimes(db, { today: calendarDate(now, timeZone), timeZone }),
    removeOldChanges,
    removeEndedSessions: db => removeEndedSessions(db, limits.sessionIdleDays),
    removeExpiredAttempts: () => attempts.removeExpired(),
    removeExpiredChallenges,
    removeExpiredMailLinks,
    removeOldAlerts,
    removeOldCalls,
    removeOldCases,
    removeOldConfirmationLinks,
    removeOldDeletedPosts,
    removeOldDeletions,
    removeOldErasedAccounts,
    removeOldOptOuts,
    removeOldNumbers,
    removeOldOnCall,
    removeOldReveals,
    removeUnconfirmedNumbers,
    removeOldTextDays: (db, now) => removeOldTextDays(db, calendarDate(now, timeZone)),
    // The overview counts the pushes and text messages of a day. An operator may have emails sent again for longer.
    removeDeadJobs: db =>
      removeDeadJobs(db, [SEND_PUSH, SEND_TEXT, REPLAN, HOUSEKEEPING], RETENTION.deadJobHours),
    removeDeadMails: db => removeDeadJobs(db, [SEND_MAIL], RETENTION.deadMailDays * 24),
    endDueKeptDonors,
    tellKeptDonors: (db, now) => tellKeptDonors(db, now, config),
    eraseUnclaimedDonors: (db, now) => inTransaction(db, db => eraseUnclaimedDonors(db, now)),
    eraseUnverifiedAccounts: async (db, now) => {
      const unverified = { unverifiedAccountDays: limits.unverifiedAccountDays, now }
      await announceErasures(db, unverified)
      const beforeErasing = (db: Transaction, userId: string) => settleOffersOfErasedUser(db, userId, now)
      const hooks = { beforeErasing, afterErasing: blankReveals }
      await eraseUnverifiedAccounts(db, { ...unverified, attempts, recordSecurityEvent, hooks })
    },
  }
  return async () => {
    const failures: unknown[] = []
    // Long before other servers run the job again.
    const deadline = AbortSignal.timeout(20_000)
    for (const [task, run] of Object.entries(tasks))
      try {
        deadline.throwIfAborted()
        await run(db, now())
      } catch (error) {
        log.warn({ task, reason: String(error) }, 'a housekeeping task failed')
        failures.push(error)
      }
    if (failures.length > 0) throw failures[0]
  }
}
