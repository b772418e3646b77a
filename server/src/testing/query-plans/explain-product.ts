import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll } from 'vitest'
import { buildApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { createConfirmationLink } from '../../features/blood-requests/confirmations/links.ts'
import { importDonors } from '../../features/donors/imported/store.ts'
import { createMailBudget } from '../../identity/access/mail-budget.ts'
import { createMailComposers } from '../../mails.ts'
import { calendarDate } from '../../platform/clock/local-time.ts'
import {
  createDatabase,
  createPool,
  type Database,
  inTransaction,
} from '../../platform/database/connection.ts'
import { createLog } from '../../platform/http/log.ts'
import { createChangeReader } from '../../platform/live/change-log.ts'
import { sendMailJob } from '../../platform/mail/send-mail.job.ts'
import { createMailSender } from '../../platform/mail/transport.ts'
import { storeLargeCampus } from '../large-campus/store-large-campus.ts'
import { aListedDonor } from '../listed-donors.ts'
import { newPerson } from '../person.ts'
import { createTestDatabase } from '../postgres/test-database.ts'
import { runDueJobs } from '../run-due-jobs.ts'
import { AUTH_SECRET, tokenIn } from '../test-app.ts'
import { TRIES_ALL } from '../test-scope.ts'
import { storeActivity } from './activity.ts'
import { storeAlerts, storeAlertWithLink } from './alerts.ts'
import { callEveryEndpoint } from './call-every-endpoint.ts'
import { CAMPUS_SCALE } from './campus-size.ts'
import { explainAll } from './explained.ts'
import { repeatFunctionStatements } from './function-statements.ts'
import { storeImportedDonors } from './imported-donors.ts'
import { storePasskeys } from './passkeys.ts'
import { storePushDevices } from './push-devices.ts'
import { storeReports } from './reports.ts'
import { runBackgroundWork } from './run-background-work.ts'
import { searchWhereDonorsCannotDonate } from './search-parts.ts'
import { storeSharePages } from './share-pages.ts'

/**
 * Makes PostgreSQL scan a table sequentially only where no index helps. In a small campus it would otherwise also scan
 * tables that it searches by an index in a large one.
 */
const preferIndexes = (owner: Database) =>
  sql`do $$ begin
        execute format('alter database %I set enable_seqscan = off', current_database());
      end $$`.execute(owner)

/** Lets the product do on a large campus whatever it can do. @returns the plans of its statements */
export async function explainProduct() {
  const { address, owner, ownerAddress } = await createTestDatabase()
  if (!TRIES_ALL) await preferIndexes(owner)
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
  await storeImportedDonors(owner)

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
    composers: createMailComposers({ config, authSecret: AUTH_SECRET, now }),
    takeFromBudget: createMailBudget(now),
    recordDelivery: () => {},
  }
  // The statements of graphile-worker are not ours to change, so they are not explained.
  const unexplainedPool = createPool(address, () => {}, { hasTimeouts: false })
  afterAll(() => unexplainedPool.end())
  const sendMails = () =>
    withLabel('send-mail job', () =>
      runDueJobs(unexplainedPool, { 'send-mail': sendMailJob({ ...mails, log: { error: () => {} } }) }),
    )

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
    importDonor: email =>
      withLabel('import', () => inTransaction(db, db => importDonors(db, [aListedDonor({ email })], now()))),
    storeConfirmationLink: id => createConfirmationLink(owner, id, now()),
    today: () => calendarDate(now(), config.timeZone),
  })
  await searchWhereDonorsCannotDonate(db, withLabel, calendarDate(now(), config.timeZone))
  // What an open stream executes besides the lookup of its session.
  const readChanges = createChangeReader(pool)
  for (let look = 0; look < 2; look += 1) await withLabel('live look', readChanges)
  for (const path of ['/readyz', '/metrics', '/dev/mailbox.json', `/dev/mailbox/${randomUUID()}`])
    await withLabel(`GET ${path}`, () => stranger().send('GET', path))
  await runBackgroundWork({ common, db, owner, withLabel, known, dueAt, unexplainedPool, sendMails })
  await repeatFunctionStatements({ db, withLabel, known })
  return { explained, others, called, owner }
}
