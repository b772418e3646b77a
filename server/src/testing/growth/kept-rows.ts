import { RETENTION } from '@blood-bank/contract/own-account/retention'
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

/** Every table of the database, once. Tests compare it with the catalogue, with docs/operations.md and with ten years of use. */
export const KEPT_ROWS: readonly KeptRows[] = [
  {
    rows: 'audit log; how soon donors answered, by month',
    tables: ['audit_entries', 'answer_times'],
    kept: 'for ever',
    grows: true,
  },
  {
    rows: 'donations',
    tables: ['donations'],
    kept: 'for ever; after an erasure or deletion without the person or the request',
    grows: true,
  },
  {
    rows: 'requests, their public pages, offers',
    tables: ['blood_requests', 'share_pages', 'offers'],
    kept: 'until somebody deletes the request, or the person erases their account',
    grows: true,
  },
  {
    rows: 'accounts, donor profiles, and what belongs to them',
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
    kept: `until the person changes or erases them; an account that is not verified ${limits.unverifiedAccountDays} days, a number that is not confirmed ${RETENTION.unconfirmedNumberHours} hours`,
  },
  {
    rows: 'alerts, their links and waves',
    tables: ['alerts', 'alert_links', 'alert_waves'],
    kept: `${RETENTION.alertDays} days, longer while the owner says that blood is needed`,
  },
  {
    rows: 'links that ask whether blood is needed',
    tables: ['confirmation_links'],
    kept: `${RETENTION.confirmationLinkDays} days, longer while the request is active`,
    grows: true,
  },
  {
    rows: 'who could see whose number',
    tables: ['contact_reveals'],
    kept: `${RETENTION.contactRevealYears} years from the end`,
  },
  {
    rows: 'reports',
    tables: ['report_cases', 'reports', 'report_texts'],
    kept: `${RETENTION.reportYears} years from the decision`,
  },
  {
    rows: 'requests that admins deleted, for their owners',
    tables: ['request_deletions'],
    kept: `${RETENTION.requestDeletionDays} days`,
  },
  {
    rows: 'what erased accounts leave, under a hash',
    tables: ['erased_accounts'],
    kept: `suspensions and open reports ${RETENTION.erasedSuspensionYears} years, counts ${RETENTION.erasedCountHours} hours`,
  },
  {
    rows: 'sign-ins',
    tables: ['sessions'],
    kept: `${RETENTION.sessionDays} days, ${limits.sessionIdleDays} without use`,
  },
  { rows: 'links in emails', tables: ['mail_links'], kept: `${RETENTION.mailLinkHours} hours` },
  {
    rows: 'emails, notifications, text messages, jobs',
    tables: ['graphile_worker._private_jobs'],
    kept: `until sent or done; given up, an email ${RETENTION.deadMailDays} days, the rest ${RETENTION.deadJobHours} hours`,
  },
  {
    rows: 'counts for limits',
    tables: ['attempt_limits', 'numbers_sent', 'number_warnings', 'deleted_posts', 'used_passkey_challenges'],
    kept: `at most ${RETENTION.numbersSeenHours} hours`,
  },
  { rows: 'text messages of a day', tables: ['text_days'], kept: `${RETENTION.textCountDays} days` },
  {
    rows: 'entries of an imported list',
    tables: ['imported_donors', 'declined_imports'],
    kept: `${RETENTION.importedDonorDays} days; that somebody erased theirs, under a hash, ${RETENTION.importOptOutDays} days`,
  },
  {
    rows: 'what has changed, for open pages',
    tables: ['live_changes'],
    kept: `${RETENTION.liveChangeMinutes} minutes`,
  },
  {
    rows: 'messages at `/dev/mailbox`',
    tables: ['caught_mails', 'caught_texts'],
    kept: 'on a local site, until the person erases their account',
  },
  {
    rows: 'keys of the site, bookkeeping',
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
    kept: 'for ever; a few rows',
  },
]

/** What is kept, as docs/operations.md says it. */
export const keptRowsTable = (): string =>
  ['| what | how long |', '|---|---|', ...KEPT_ROWS.map(({ rows, kept }) => `| ${rows} | ${kept} |`)].join(
    '\n',
  )
