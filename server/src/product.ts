import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { countAlertMails } from './features/alerts/mails.ts'
import { createAlertMetrics } from './features/alerts/metrics.ts'
import { createPlanner, startPlanner } from './features/alerts/planning/planner.ts'
import { sendPushJob } from './features/alerts/push/send-push.job.ts'
import { createTextCodes } from './features/alerts/texts/codes.ts'
import { composeAlertText } from './features/alerts/texts/compose-alert-text.ts'
import { sendTextJob } from './features/alerts/texts/send-text.job.ts'
import { replanJob } from './features/blood-requests/store.ts'
import { composeThankYouPush } from './features/thanks/compose-push.ts'
import { createAttemptLimits } from './identity/access/attempt-limits.ts'
import { createMailBudget } from './identity/access/mail-budget.ts'
import { createTelemetry } from './identity/access/security-events.ts'
import { createMailComposers } from './mails.ts'
import { seedDemo } from './operations/demo/seed-demo.ts'
import {
  HOUSEKEEPING,
  HOUSEKEEPING_SCHEDULE,
  housekeepingJob,
} from './operations/housekeeping/housekeeping.ts'
import { throwCannotListen } from './operations/process/port.ts'
import { printStartupMessage } from './operations/process/startup-message.ts'
import type { Storage } from './operations/storage/storage.ts'
import { startDatabaseClock } from './platform/clock/database-clock.ts'
import { type Address, createDatabase, createPool } from './platform/database/connection.ts'
import { createLog } from './platform/http/log.ts'
import { startJobs } from './platform/jobs/run-jobs.ts'
import { SEND_MAIL } from './platform/mail/outbox.ts'
import { sendMailJob } from './platform/mail/send-mail.job.ts'
import { createMailSender } from './platform/mail/transport.ts'
import { createPushSender } from './platform/push/send-push.ts'
import { loadAuthSecret } from './platform/secrets/auth-secret.ts'
import { createTextSender } from './platform/text-messages/create-text-sender.ts'

const PAGES_FOLDER = fileURLToPath(new URL('../../web/dist/', import.meta.url))

/**
 * How long the close waits for calls and mails, in milliseconds: as long as a query may take. A caller who is slower is
 * cut off; a mail that has not been sent by then is sent after the next start.
 */
const CLOSE_TIMEOUT_MS = 3_000

type Options = {
  config: Config
  storage: Storage
  isDemo: boolean
  /** Aborted when the process begins to close. */
  closing: AbortSignal
}

/** What runs on the database: jobs and planner, which this starts, and the server, which is to listen. */
type Product = { listen: () => Promise<void>; close: () => Promise<void> }

/**
 * Starts what runs on an open database, and builds the server. Throws an error if the database or a setting prevents it;
 * `listen` throws one that says what to do if it may not use the port.
 */
export async function startProduct({ config, storage, isDemo, closing }: Options): Promise<Product> {
  const log = createLog(config)
  const pool = createPool(storage.address, error => {
    if (!closing.aborted) log.warn({ reason: error.message }, 'idle connection lost')
  })
  const db = createDatabase(pool)
  const clock = await startDatabaseClock({ pool, log })
  const { now } = clock
  const authSecret = config.authSecret ?? (await loadAuthSecret(config.dataDir))
  const telemetry = createTelemetry(log)
  const alertMetrics = createAlertMetrics(telemetry.register)
  const app = await buildApp({
    config,
    log,
    pool,
    db,
    authSecret,
    pagesFolder: existsSync(`${PAGES_FOLDER}index.html`) ? PAGES_FOLDER : null,
    now,
    clockDifference: clock.differenceSeconds,
    telemetry,
    alertMetrics,
  })
  const attemptLimits = createAttemptLimits(db, { settings: config.limits, secret: authSecret, now })
  const textCodes = createTextCodes({ db, config, attemptLimits, authSecret, now })
  // Before the jobs, one of which computes figures from what is stored and would store that there is nothing.
  const demoLines = isDemo ? await seedApart(storage.address, now()) : []
  const jobs = startJobs({
    address: storage.address,
    tasks: {
      [SEND_MAIL]: sendMailJob({
        db,
        send: createMailSender(config.mail, db),
        composers: createMailComposers({ config, authSecret, now }),
        takeFromBudget: createMailBudget(now),
        recordDelivery: countAlertMails(alertMetrics),
        log,
      }),
      ...sendPushJob({
        db,
        config,
        alertMetrics,
        now,
        log,
        composeThankYou: composeThankYouPush(config),
        send: createPushSender({ db, config, authSecret, log, now }),
      }),
      ...(config.textMessages &&
        sendTextJob({
          db,
          alertMetrics,
          now,
          log,
          send: createTextSender(config.textMessages, db),
          composers: {
            alert: (db, alertId) => composeAlertText(db, alertId, { config, now: now() }),
            code: textCodes.compose,
          },
        })),
      ...replanJob(db, now),
      [HOUSEKEEPING]: housekeepingJob({
        db,
        limits: config.limits,
        timeZone: config.timeZone,
        attempts: attemptLimits,
        recordSecurityEvent: telemetry.recordSecurityEvent,
        now,
        log,
      }),
    },
    schedule: HOUSEKEEPING_SCHEDULE,
    log,
  })

  const planDueWaves = createPlanner({ db, config, authSecret, alertMetrics, log, now })
  const planner = startPlanner({ planDueWaves, log })

  return {
    async listen() {
      await app
        .listen({ port: config.port, host: config.host })
        .catch(error => throwCannotListen(config, error))
      await printStartupMessage(config, db, demoLines)
    },
    async close() {
      const timeout = setTimeout(() => app.server.closeAllConnections(), CLOSE_TIMEOUT_MS)
      await Promise.all([app.close(), planner.stop(), Promise.race([jobs.stop(), pause(CLOSE_TIMEOUT_MS)])])
      clearTimeout(timeout)
      clock.stop()
      await pool.end()
      await storage.close()
    },
  }
}

/** On connections of its own, because PostgreSQL frees nothing of the memory that storing the campus took. */
async function seedApart(address: Address, now: Date): Promise<string[]> {
  const pool = createPool(address, () => {})
  try {
    return await seedDemo(createDatabase(pool), now)
  } finally {
    await pool.end()
  }
}
