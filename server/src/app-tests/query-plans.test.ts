import type { Endpoint } from '@blood-bank/contract/endpoint'
import { PAGE_SIZE } from '@blood-bank/contract/paging'
import { sql } from 'kysely'
import pg from 'pg'
import { Registry } from 'prom-client'
import { afterAll, expect, test, vi } from 'vitest'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import { createAlertMetrics } from '../features/alerts/metrics.ts'
import { createConfirmationLink } from '../features/blood-requests/confirmations/links.ts'
import { confirmationMails } from '../features/blood-requests/confirmations/mails.ts'
import { lookAgainJob } from '../features/blood-requests/look-again.job.ts'
import { accountMails } from '../identity/account-mails/mails.ts'
import { createTelemetry } from '../identity/audit/security-events.ts'
import { CACHED_TABLES } from '../identity/endpoints/cached-tables.ts'
import { createAttemptLimits } from '../identity/passwords/attempt-limits.ts'
import { roleMails } from '../identity/users/mails.ts'
import { runAdmin } from '../operations/cli/admin-command.ts'
import { housekeepingJobs } from '../operations/housekeeping/housekeeping.ts'
import { printStartupMessage } from '../operations/process/startup-message.ts'
import { calendarDate } from '../platform/clock/calendar-date.ts'
import { createDatabase, createPool } from '../platform/database/connection.ts'
import { createLog } from '../platform/http/log.ts'
import { makeLastAttempt, postponeRetry } from '../platform/jobs/retries.ts'
import { createChangeReader } from '../platform/live/change-log.ts'
import { enqueueMail } from '../platform/mail/outbox.ts'
import { sendMailJob } from '../platform/mail/send-mail.job.ts'
import { createMailSender } from '../platform/mail/transport.ts'
import { everyEndpoint } from '../testing/http/every-endpoint.ts'
import { storeLargeCampus } from '../testing/large-campus/store-large-campus.ts'
import { newPerson } from '../testing/person.ts'
import { createTestDatabase } from '../testing/postgres/test-database.ts'
import { storeActivity } from '../testing/query-plans/activity.ts'
import { storeAlerts, storeAlertWithLink } from '../testing/query-plans/alerts.ts'
import { ALLOWANCES, allowanceFor } from '../testing/query-plans/allowances.ts'
import { callEveryEndpoint } from '../testing/query-plans/call-every-endpoint.ts'
import { CAMPUS_SCALE } from '../testing/query-plans/campus-size.ts'
import { type Explained, explainAll } from '../testing/query-plans/explained.ts'
import { repeatFunctionStatements } from '../testing/query-plans/function-statements.ts'
import { storePasskeys } from '../testing/query-plans/passkeys.ts'
import { storePushDevices } from '../testing/query-plans/push-devices.ts'
import { storeReports } from '../testing/query-plans/reports.ts'
import { searchWhereDonorsCannotDonate } from '../testing/query-plans/search-parts.ts'
import { storeSharePages } from '../testing/query-plans/share-pages.ts'
import { runDueJobs } from '../testing/run-due-jobs.ts'
import { AUTH_SECRET, tokenIn } from '../testing/test-app.ts'
import { alertMails } from '../workflows/alerts/mails.ts'
import { createPlanner } from '../workflows/alerts/planning/planner.ts'
import { sendPushJob } from '../workflows/alerts/push/send-push.job.ts'
import { offerMails } from '../workflows/offers/mails.ts'
import { reportMails } from '../workflows/reports/mails.ts'

/** Tables that do not grow with the campus and may be scanned sequentially. */
const SMALL = [
  'token_keys',
  'push_keys',
  // One row per currently suspended person.
  'suspensions',
  // Removed after minutes; a reader finds new ones by an index.
  'live_changes',
  // Used only without a mail server, in development.
  'caught_mails',
  // A sequence has one row.
  ...CACHED_TABLES.map(table => `${table}_changes`),
]

const { address, owner, ownerAddress } = await createTestDatabase()
const client = new pg.Client(ownerAddress)
await client.connect()
const known = await storeLargeCampus(client, { scale: CAMPUS_SCALE })
await client.end()
await storeActivity(owner)
const dueAt = await storeAlerts(owner)
await storePushDevices(owner)
await storeSharePages(owner)
await storePasskeys(owner)
await storeReports(owner)

// Explained statements run twice and the machine may be busy. This test does not measure time.
const pool = createPool(address, () => {}, { hasTimeouts: false })
const { explained, others, withLabel } = explainAll(pool)
const db = createDatabase(pool)
const config = readConfig({
  QUIET_HOURS: '0-0',
  LOG_LEVEL: 'silent',
  TIME_ZONE: 'Asia/Dhaka',
  EVENT_LOOP_DELAY_MS: '0',
  TOKEN_SYNC_URL: 'https://portal.example.edu',
  // Every page of every list is read. A limit of 0 would switch counting off and hide its statements.
  NUMBERS_PER_HOUR: '1000000',
  NUMBERS_PER_DAY: '1000000',
  // Members report on the day on which they register.
  REPORTER_ACCOUNT_DAYS: '0',
})
const now = () => new Date()
const common = { config, log: createLog(config), authSecret: AUTH_SECRET, pagesFolder: null, now }
const app = await buildApp({ ...common, pool, db })
const stranger = () => newPerson(app)
afterAll(async () => {
  await app.close()
  await pool.end()
})

const mails = {
  db,
  send: createMailSender(config.mail, db),
  composers: {
    ...accountMails(config, now),
    ...roleMails(config),
    ...offerMails(config),
    ...reportMails(config),
    ...confirmationMails({ config, now }),
    ...alertMails({ config, authSecret: AUTH_SECRET, now }),
  },
  recordDelivery: () => {},
}
// The statements of graphile-worker are not ours to change, so they are not explained.
const unexplainedPool = createPool(address, () => {}, { hasTimeouts: false })
afterAll(() => unexplainedPool.end())
const sendMails = () =>
  withLabel('send-mail job', () =>
    runDueJobs(unexplainedPool, { 'send-mail': sendMailJob({ ...mails, log: { error: () => {} } }) }),
  )

const warn = (details: object) => expect.fail(JSON.stringify(details))

async function tokenSentTo(email: string) {
  await sendMails()
  const sent = await owner
    .selectFrom('caughtMails')
    .selectAll()
    .where('to', '=', email)
    .orderBy('id')
    .execute()
  return tokenIn(sent.findLast(mail => tokenIn(mail) !== ''))
}

const called = await callEveryEndpoint({
  withLabel,
  stranger,
  known,
  tokenSentTo,
  storeAlert: alert => storeAlertWithLink(owner, alert),
  storeConfirmationLink: id => createConfirmationLink(owner, id, now()),
  today: calendarDate(now(), config.timeZone),
})
await searchWhereDonorsCannotDonate(db, withLabel, calendarDate(now(), config.timeZone))
// What an open stream executes besides the lookup of its session.
const readChanges = createChangeReader(pool)
for (let look = 0; look < 2; look += 1) await withLabel('live look', readChanges)
for (const path of ['/readyz', '/metrics', '/dev/mailbox.json'])
  await withLabel(`GET ${path}`, () => stranger().send('GET', path))
const alertMetrics = createAlertMetrics(new Registry())
// One request is due at this time; alerts go to its donors by email and as notifications.
await withLabel('planner', createPlanner({ ...common, db, alertMetrics, now: () => dueAt }))
await withLabel('send-push job', async () => {
  const send = sendPushJob({
    ...{ db, config, alertMetrics, now, log: { warn } },
    send: async () => ({ kind: 'gone' }),
  })
  await runDueJobs(unexplainedPool, send)
  await postponeRetry(db, '1', 60)
  await makeLastAttempt(db, '1')
})
// The owner of the next one is asked whether blood is still needed.
await owner
  .updateTable('bloodRequests')
  .set({ neededBy: dueAt, nextWaveAt: dueAt })
  .where(
    'id',
    '=',
    owner
      .selectFrom('bloodRequests')
      .select('id')
      .where('nextWaveAt', '>', dueAt)
      .where('status', '=', 'active')
      .orderBy('nextWaveAt')
      .limit(1),
  )
  .execute()
await withLabel(
  'planner of expired requests',
  createPlanner({ ...common, db, alertMetrics, now: () => dueAt }),
)
await withLabel('look-again job', () => runDueJobs(unexplainedPool, lookAgainJob(db, now)))
await enqueueMail(db, 'a kind that nobody knows', known.member.email)
await sendMails()
for (const words of [
  ['list'],
  ...['grant', 'revoke', 'remove-passkeys'].map(verb => [verb, known.member.email]),
])
  await withLabel(`admin ${words[0]}`, () => runAdmin(db, words, () => {}))
const say = vi.spyOn(console, 'log').mockImplementation(() => {})
await withLabel('startup message', () => printStartupMessage(config, db, []))
say.mockRestore()
const { recordSecurityEvent } = createTelemetry(common.log)
const housekeeping = {
  db,
  limits: config.limits,
  attempts: createAttemptLimits(db, { settings: config.limits, secret: AUTH_SECRET, now: () => new Date() }),
  now,
  log: { warn },
}
for (const run of Object.values(housekeepingJobs({ ...housekeeping, recordSecurityEvent })))
  await withLabel('housekeeping', run)
await repeatFunctionStatements({ db, withLabel, known })

/**
 * Entries of the other part of a search are passed over within the index, which "rows read" does not count. At worst all
 * 24,605 entries of a group are, in 187 blocks.
 */
const MAX_BLOCKS_OF_SEARCH = 200

const describeStatement = ({ call, read, returned, scanned, accessPaths, text }: Explained) =>
  `${call}: ${read} rows read for ${returned}, ${scanned.length > 0 ? `all of ${scanned}` : accessPaths.join(', ')}: ${text.trim()}`

const readsTooMuch = ({ read, returned }: Explained) => read > 2 * returned + PAGE_SIZE
const scansOf = ({ scanned }: Explained) => scanned.filter(table => !SMALL.includes(table))
const isEfficient = (statement: Explained) => !readsTooMuch(statement) && scansOf(statement).length === 0

test('every endpoint is called, and every statement of the product is explained', async () => {
  const isUncalled = (endpoint: Endpoint) => !called.has(endpoint) && !endpoint.reply.isEventStream
  expect((await everyEndpoint()).filter(isUncalled)).toEqual([])
  expect([...others]).toEqual([])
  expect(explained.length).toBeGreaterThan(1_000)
})

test('the wave that is explained has every statement of a wave, and donors are asked', () => {
  const texts = explained.filter(({ call }) => call === 'planner').map(({ text }) => text)
  for (const part of [
    ...[
      'newest',
      'next_wave_at <=',
      'from alerts where blood_request_id',
      'from "donations"',
      'from "offers"',
    ],
    ...['as has_had', '"requester_id" =', 'cross join lateral', 'no key update', 'insert into alerts'],
    ...['asked.user_id, greatest(', 'update donors', "'mail-'", 'insert into "alert_waves"'],
    ...['update "blood_requests"'],
  ])
    expect(
      texts.filter(text => text.includes(part)),
      part,
    ).not.toEqual([])
  expect(explained.some(({ call }) => call === 'look-again job')).toBe(true)
})

test('statements use indexes and read at most one page more than twice what they return', () => {
  const faults = explained.filter(statement => !isEfficient(statement) && !allowanceFor(statement))
  expect(faults.map(describeStatement)).toEqual([])
})

test('statements that must read more stay within their allowance', () => {
  const faults = explained.filter(statement => {
    const allowance = isEfficient(statement) ? null : allowanceFor(statement)
    if (!allowance) return false
    const scansOthers = scansOf(statement).some(table => !allowance.mayScan?.includes(table))
    return scansOthers || (readsTooMuch(statement) && statement.read > allowance.maxRows)
  })
  expect(faults.map(describeStatement)).toEqual([])
})

test('a page of a search touches few blocks, also where the donors who cannot donate yet begin', () => {
  const pages = explained.filter(
    ({ call, text }) => /^(GET \/api\/donors\b|search)/.test(call) && text.includes('order by "is_verified"'),
  )
  expect(pages.filter(({ call }) => call.startsWith('search'))).not.toHaveLength(0)
  expect(pages.filter(({ buffers }) => buffers > MAX_BLOCKS_OF_SEARCH).map(describeStatement)).toEqual([])
})

test.each(
  ALLOWANCES.map(
    allowance => [`${allowance.call.source} ${allowance.statement?.source ?? ''}`, allowance] as const,
  ),
)('the allowance for %s is needed', (_, allowance) => {
  expect(explained.some(statement => !isEfficient(statement) && allowanceFor(statement) === allowance)).toBe(
    true,
  )
})

test('the database functions contain only explained statements', async () => {
  const { rows } = await sql<{ name: string }>`
    select proname as name from pg_proc join pg_language l on l.oid = prolang
     where pronamespace = 'public'::regnamespace and lanname in ('plpgsql', 'sql') order by 1`.execute(owner)
  expect(rows.map(({ name }) => name)).toEqual([
    'count_attempt',
    'count_change',
    'delete_from_outbox',
    'hide_record_of_suspended',
    'insert_into_outbox',
    'keep_one_admin',
    'log_alerts',
    'log_audit_entries',
    'log_blood_requests',
    // Its only statement inserts one row.
    'log_change_of_reports',
    'log_donations',
    'log_donors',
    'log_offers',
    'log_sessions',
    'log_users',
    'posting_allowances',
    'protect_contact_reveals',
    // Contains no statement.
    'require_verified_admin',
    'start_session',
  ])
})
