import { RETENTION } from '@blood-bank/contract/personal-data/retention'
import { readConfig } from '../../config.ts'

/** Which rows are kept for how long, and the tables that have them. */
type KeptRows = {
  rows: string
  tables: readonly string[]
  kept: string
  /** Whether the tables grow for as long as the site exists, also if as many people erase their account as register. */
  grows?: true
}

const { limits } = readConfig({})

/** Every table of the database, once. Tests compare it with the catalogue and with ten years of use. */
export const RETENTION_ROWS: readonly KeptRows[] = [
  {
    rows: 'audit log; how soon donors answered',
    tables: ['audit_entries', 'answer_times'],
    kept: 'for ever',
    grows: true,
  },
  {
    rows: 'donations',
    tables: ['donations'],
    kept: 'for ever, after an erasure without the person',
    grows: true,
  },
  {
    rows: 'requests, public pages, offers',
    tables: ['blood_requests', 'share_pages', 'offers'],
    kept: 'until deleted or erased',
    grows: true,
  },
  {
    rows: 'accounts, donor profiles',
    tables: [
      'users',
      'credentials',
      'passkeys',
      'consents',
      'suspensions',
      'donors',
      'alert_preferences',
      'push_devices',
      'text_numbers',
      'thank_you_stops',
    ],
    kept: `until erased; unverified ${limits.unverifiedAccountDays} days`,
  },
  {
    rows: 'alerts',
    tables: ['alerts', 'alert_links', 'alert_waves'],
    kept: `${RETENTION.alertDays} days, longer while the request is active`,
  },
  {
    rows: 'links that ask the owner',
    tables: ['confirmation_links'],
    kept: `${RETENTION.confirmationLinkDays} days, longer while the request is active`,
  },
  {
    rows: 'who could see whose number',
    tables: ['contact_reveals'],
    kept: `${RETENTION.contactRevealYears} years`,
  },
  {
    rows: 'reports that are decided',
    tables: ['report_cases', 'reports', 'report_texts'],
    kept: `${RETENTION.reportYears} years`,
  },
  {
    rows: 'deleted requests, for their owners',
    tables: ['request_deletions'],
    kept: `${RETENTION.requestDeletionDays} days`,
  },
  {
    rows: 'what erased accounts leave',
    tables: ['erased_accounts'],
    kept: `${RETENTION.erasedSuspensionYears} years, counts ${RETENTION.erasedCountHours} hours`,
  },
  {
    rows: 'sign-ins',
    tables: ['sessions'],
    kept: `${RETENTION.sessionDays} days, ${limits.sessionIdleDays} without use`,
  },
  { rows: 'links in emails', tables: ['mail_links'], kept: `${RETENTION.mailLinkHours} hours` },
  {
    rows: 'messages that failed',
    tables: ['graphile_worker._private_jobs'],
    kept: `emails ${RETENTION.deadMailDays} days, others ${RETENTION.deadJobHours} hours`,
  },
  {
    rows: 'counts for limits',
    tables: ['attempt_limits', 'numbers_sent', 'number_warnings', 'deleted_posts', 'used_passkey_challenges'],
    kept: `${RETENTION.numbersSeenHours} hours`,
  },
  { rows: 'text messages of a day', tables: ['text_days'], kept: `${RETENTION.textCountDays} days` },
  {
    rows: 'imported entries',
    tables: ['imported_donors', 'declined_imports'],
    kept: `${RETENTION.importedDonorDays} days; refusals ${RETENTION.importOptOutDays}`,
  },
  {
    rows: 'changes for open pages',
    tables: ['live_changes'],
    kept: `${RETENTION.liveChangeMinutes} minutes`,
  },
  { rows: 'messages at `/dev/mailbox`', tables: ['caught_mails', 'caught_texts'], kept: 'until erased' },
  {
    rows: 'keys, bookkeeping',
    tables: [
      'token_keys',
      'push_keys',
      'kysely_migration',
      'kysely_migration_lock',
      'graphile_worker.migrations',
      'graphile_worker._private_job_queues',
      'graphile_worker._private_known_crontabs',
      'graphile_worker._private_tasks',
    ],
    kept: 'for ever, a few rows',
  },
]
