import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { MINUTE_MS } from '@blood-bank/contract/durations'
import { isCurrentConsent } from '@blood-bank/contract/own-account/consent'
import type { TaskList } from 'graphile-worker'
import { type AppContext, registerRoutes } from './app.ts'
import type { Config } from './config.ts'
import { alertMails, countAlertMails } from './features/alerts/mails.ts'
import { createAlertMetrics } from './features/alerts/metrics.ts'
import { composeOnCallPush, composeOnCallText, onCallMails } from './features/alerts/on-call/messages.ts'
import { showCoordinatorsOnCall } from './features/alerts/on-call/showing.ts'
import { createPlanner, startPlanner } from './features/alerts/planning/planner.ts'
import { sendPushJob } from './features/alerts/push/send-push.job.ts'
import { createTextCodes } from './features/alerts/texts/codes.ts'
import { composeAlertText } from './features/alerts/texts/compose-alert-text.ts'
import { sendTextJob } from './features/alerts/texts/send-text.job.ts'
import { composeKeptText } from './features/alerts/texts/tell-kept-donors.ts'
import { confirmationMails } from './features/blood-requests/confirmations/mails.ts'
import { ownerMails } from './features/blood-requests/owner-notices/mails.ts'
import { replanJob } from './features/blood-requests/store.ts'
import { createContactLimits } from './features/contact-numbers/limits.ts'
import { donorMails } from './features/donors/owner-mails.ts'
import { findHallName } from './features/halls/store.ts'
import { claimMails } from './features/kept-donors/claims/mails.ts'
import { keptDonorMails } from './features/kept-donors/consent/mails.ts'
import { contactLedgerMails } from './features/offers/contact-ledger/mails.ts'
import { offerMails } from './features/offers/mails.ts'
import { reportMails } from './features/reports/mails.ts'
import { composeThankYouPush, thanksMails } from './features/thanks/messages.ts'
import { createAttemptLimits } from './identity/access/attempt-limits.ts'
import { ANONYMOUS } from './identity/access/caller.ts'
import { limitCallsInFlight } from './identity/access/calls-in-flight.ts'
import { createMailBudget } from './identity/access/mail-budget.ts'
import { createTelemetry } from './identity/access/security-events.ts'
import { coordinatorMails } from './identity/coordinators/mails.ts'
import { findConsentVersion } from './identity/own-account/consents.ts'
import { erasureMails } from './identity/own-account/mails.ts'
import { createPasskeyChallenges } from './identity/passkeys/challenges.ts'
import { createAttemptPasskey } from './identity/passkeys/passkey-attempt.ts'
import { accountMails } from './identity/passwords/mails.ts'
import { createRegistrationCookies, createSessionCookies } from './identity/sessions/cookies.ts'
import { createKnownDevices } from './identity/sessions/known-devices.ts'
import { createLastUseRecorder } from './identity/sessions/last-use.ts'
import { createAttemptPassword } from './identity/sessions/password-attempt.ts'
import { createSessionLookup } from './identity/sessions/store.ts'
import { roleMails } from './identity/users/mails.ts'
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
import { createCalendar } from './platform/clock/local-time.ts'
import { type Address, createDatabase, createPool } from './platform/database/connection.ts'
import { createLog } from './platform/http/log.ts'
import { createResponseCache } from './platform/http/replies/response-cache.ts'
import { createServer } from './platform/http/server.ts'
import { startJobs } from './platform/jobs/run-jobs.ts'
import type { MailKind } from './platform/mail/mail-kinds.ts'
import { SEND_MAIL } from './platform/mail/outbox.ts'
import type { ComposeMail } from './platform/mail/send-mail.job.ts'
import { sendMailJob } from './platform/mail/send-mail.job.ts'
import { createMailSender } from './platform/mail/transport.ts'
import { customerNetwork, networksOf } from './platform/network/address-prefix.ts'
import { createPushSender } from './platform/push/send-push.ts'
import { loadAuthSecret } from './platform/secrets/auth-secret.ts'
import { createKeyedHash } from './platform/secrets/hashes.ts'
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

type Product = { listen: () => Promise<void>; close: () => Promise<void> }

/**
 * Starts the jobs and the planner on an open database, and builds the server, which then is to listen. Throws an error if the
 * database or a setting prevents it; `listen` throws one that says what to do if it may not use the port.
 */
export async function startProduct({ config, storage, isDemo, closing }: Options): Promise<Product> {
  const log = createLog(config)
  const pool = createPool(storage.address, error => {
    if (!closing.aborted) log.warn({ reason: error.message }, 'idle connection lost')
  })
  const clock = await startDatabaseClock({ pool, log })
  const { now, differenceSeconds: clockDifference } = clock
  const db = createDatabase(pool)
  const authSecret = config.authSecret ?? (await loadAuthSecret(config.dataDir))
  const context = createContext({ config, log, pool, db, authSecret, now, clockDifference })
  const { app } = context.http
  await registerRoutes(context, {
    pagesFolder: existsSync(`${PAGES_FOLDER}index.html`) ? PAGES_FOLDER : null,
  })
  // Before the jobs, one of which computes figures from what is stored and would store that there is nothing.
  const demoLines = isDemo ? await seedApart(storage.address, now()) : []
  const jobs = startJobs({
    address: storage.address,
    tasks: createTasks(context),
    schedule: HOUSEKEEPING_SCHEDULE,
    log,
  })
  const planDueWaves = createPlanner(context)
  const planner = startPlanner({
    async planDueWaves(isStopping) {
      const planned = await planDueWaves(isStopping)
      await showCoordinatorsOnCall(db, { now: now(), site: config })
      return planned
    },
    log,
  })

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

type Parts = Pick<AppContext, 'config' | 'log' | 'pool' | 'db' | 'authSecret' | 'now' | 'clockDifference'>

/** Makes what the server, the jobs and the planner of a process share. The server has no routes yet. */
export function createContext(parts: Parts): AppContext {
  const { config, log, pool, db, authSecret, now } = parts
  const app = createServer(config, log)
  const { register, recordSecurityEvent } = createTelemetry(log)
  const today = createCalendar(now, config.timeZone)
  const sessionCookies = createSessionCookies(config, authSecret)
  const lastUses = createLastUseRecorder(pool)
  app.addHook('onClose', lastUses.flush)
  const findSession = createSessionLookup(pool, {
    idleDays: config.limits.sessionIdleDays,
    adminsNeedPasskey: config.accounts.adminsNeedPasskey,
    recordUse: lastUses.record,
    now,
  })
  const attemptLimits = createAttemptLimits(db, { settings: config.limits, secret: authSecret, now })
  const hashNetwork = createKeyedHash(authSecret, 'registration networks')
  const passkeyChallenges = createPasskeyChallenges({ secret: authSecret, now })
  return {
    ...parts,
    register,
    recordSecurityEvent,
    alertMetrics: createAlertMetrics(register),
    sessionCookies,
    findSession,
    attemptLimits,
    textCodes: createTextCodes({ db, config, attemptLimits, authSecret, now }),
    attemptPassword: createAttemptPassword({ db, attemptLimits, recordSecurityEvent }),
    passkeyChallenges,
    attemptPasskey: createAttemptPasskey({
      db,
      config,
      attemptLimits,
      recordSecurityEvent,
      now,
      challenges: passkeyChallenges,
    }),
    devices: createKnownDevices(config, db, authSecret),
    registrations: createRegistrationCookies({ config, secret: authSecret, now }),
    hashNetwork: address => hashNetwork(customerNetwork(address)),
    hashNetworks: address => networksOf(address).map(({ prefix }) => hashNetwork(prefix)),
    isConsentDue: async userId => !isCurrentConsent(await findConsentVersion(db, userId)),
    today,
    http: {
      app,
      resolveCaller: req => {
        const token = sessionCookies.tokenOf(req)
        return token ? findSession(token) : Promise.resolve(ANONYMOUS)
      },
      // A time far ahead, from before the clock was set back, is not recent either.
      isRecent: passwordGivenAt =>
        Math.abs(now().getTime() - passwordGivenAt.getTime()) <=
        config.limits.passwordConfirmationMinutes * MINUTE_MS,
      responseCache: createResponseCache(),
      admitCall: limitCallsInFlight(app, config.limits, recordSecurityEvent),
      contactLimits: createContactLimits({ db, authSecret, config, recordSecurityEvent, now }),
      reads: new Map(),
      withholdsNumbersFrom: ({ emailVerified }) =>
        !emailVerified && config.accounts.allowedEmailDomains.length > 0,
      now,
      today,
    },
  }
}

/** What each kind of job does. */
export function createTasks(context: AppContext): TaskList {
  const { config, log, db, authSecret, now, today } = context
  /** Composes every kind of email. A kind that is missing here does not compile. */
  const composers: Record<MailKind, ComposeMail> = {
    ...accountMails(config, now),
    ...erasureMails(config, now),
    ...roleMails(config),
    ...coordinatorMails(config, { now, findHallName }),
    ...donorMails(config),
    ...claimMails({ config, authSecret, now }),
    ...keptDonorMails(config, now),
    ...ownerMails(config),
    ...confirmationMails({ config, now }),
    ...offerMails({ config, authSecret, now, today }),
    ...contactLedgerMails(config),
    ...alertMails({ config, authSecret, now }),
    ...onCallMails(config, now),
    ...thanksMails({ config, authSecret }),
    ...reportMails(config),
  }
  return {
    [SEND_MAIL]: sendMailJob({
      db,
      send: createMailSender(config.mail, db),
      composers,
      takeFromBudget: createMailBudget(now),
      recordDelivery: countAlertMails(context.alertMetrics),
      log,
    }),
    ...sendPushJob({
      ...context,
      composeThankYou: composeThankYouPush(config),
      composeOnCall: (db, waiting, now) => composeOnCallPush(db, waiting, { now, site: config }),
      send: createPushSender(context),
    }),
    ...(config.textMessages &&
      sendTextJob({
        ...context,
        send: createTextSender(config.textMessages, db),
        composers: {
          alert: (db, { alertId }) => composeAlertText(db, alertId, { config, now: now() }),
          code: (db, { userId, cause }) => context.textCodes.compose(db, userId, cause),
          kept: (db, { keptDonorId: id }) => composeKeptText(db, id, { config, authSecret, now: now() }),
          'on-call': (db, waiting) => composeOnCallText(db, waiting, { now: now(), site: config }),
        },
      })),
    ...replanJob(db, now),
    [HOUSEKEEPING]: housekeepingJob({
      ...context,
      attempts: context.attemptLimits,
    }),
  }
}
