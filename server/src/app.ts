import type { FastifyInstance, FastifyRequest } from 'fastify'
import type pg from 'pg'
import { readAccountExport } from './account-export.ts'
import { createTelemetry, type Telemetry } from './audit/security-events.ts'
import { openAttemptLimits } from './auth/attempt-limits.ts'
import { createKnownDevices } from './auth/known-devices.ts'
import { createPasswordAttempts } from './auth/password-attempt.ts'
import { createRegistrationCookies } from './auth/registration-cookie.ts'
import { readSessionToken, sessionCookie, sessionCookieName } from './auth/session-cookie.ts'
import type { Config } from './config.ts'
import type { Context } from './context.ts'
import type { Database } from './database/connection.ts'
import { mailLinkRoutes } from './features/accounts/mail-link-routes.ts'
import { ownAccountRoutes } from './features/accounts/own-routes.ts'
import { accountRoutes } from './features/accounts/routes.ts'
import { bloodRequestAdminRoutes } from './features/blood-requests/admin-routes.ts'
import { bloodRequestRoutes } from './features/blood-requests/routes.ts'
import { campusFigureRoutes } from './features/campus-figures/routes.ts'
import { donorAdminRoutes } from './features/donors/admin-routes.ts'
import { donorRoutes } from './features/donors/routes.ts'
import { overviewRoutes } from './features/overview/routes.ts'
import { createLastUseRecorder } from './features/sessions/last-use.ts'
import { sessionRoutes } from './features/sessions/routes.ts'
import { openSessionCheck } from './features/sessions/store.ts'
import { pageWords, siteOf, siteRoutes } from './features/site/routes.ts'
import { tokenSyncRoutes } from './features/token-sync/routes.ts'
import { createTokenKeys } from './features/token-sync/token-keys.ts'
import { userRoutes } from './features/users/routes.ts'
import { suspensionRoutes } from './features/users/suspension-routes.ts'
import { hideRecords } from './hide-records.ts'
import { createCallsInFlight } from './http/calls-in-flight.ts'
import { serveHealth } from './http/health.ts'
import { openKeptReplies } from './http/kept-replies.ts'
import { createListPlaces } from './http/list-places.ts'
import type { Log } from './http/log.ts'
import { numberOwnChanges } from './http/own-changes.ts'
import { servePages } from './http/pages.ts'
import { NOBODY } from './http/serve.ts'
import { newServer } from './http/server.ts'
import { serveMailbox } from './mail/mailbox.ts'
import { serveMetrics } from './metrics/metrics.ts'
import { exchangeRegularly } from './numbers-sent/exchange-regularly.ts'
import { measureNumbers } from './numbers-sent/measure-numbers.ts'
import { createNumbersSent } from './numbers-sent/numbers-sent.ts'

export type AppOptions = {
  config: Config
  log: Log
  pool: pg.Pool
  db: Database
  authSecret: string
  /** Where the built pages are; null to serve the interface alone. */
  pagesFolder: string | null
  now: () => Date
  /** Of its own unless the process records more than the app does. */
  telemetry?: Telemetry
}

const MINUTE_MS = 60_000

/** Builds the whole server, ready to listen; every part gets what it needs as a value. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, log, pool, db, authSecret, pagesFolder, now } = options
  const app = newServer(config, log)
  const cookieName = sessionCookieName(config)
  const tokenOf = (req: FastifyRequest) => readSessionToken(req.headers.cookie, cookieName, authSecret)
  const lastUses = createLastUseRecorder(pool)
  app.addHook('onClose', lastUses.flush)
  const whoHolds = openSessionCheck(pool, {
    idleDays: config.limits.sessionIdleDays,
    recordUse: lastUses.record,
  })
  const { register, recordSecurityEvent } = options.telemetry ?? createTelemetry(log)
  const numbersSent = createNumbersSent({ db, authSecret, config, recordSecurityEvent, now })
  const limits = openAttemptLimits(db, { settings: config.limits, secret: authSecret })
  const context: Context = {
    config,
    db,
    tokenOf,
    cookieOf: token => sessionCookie(config, token, authSecret),
    limits,
    attemptPassword: createPasswordAttempts({ db, limits, recordSecurityEvent }),
    devices: createKnownDevices(config, db, authSecret),
    registrations: createRegistrationCookies(config, authSecret),
    recordSecurityEvent,
    now,
    http: {
      app,
      whoCalls: async req => {
        const token = tokenOf(req)
        return token ? whoHolds(token) : NOBODY
      },
      isRecent: passwordGivenAt =>
        now().getTime() - passwordGivenAt.getTime() <= config.limits.passwordConfirmationMinutes * MINUTE_MS,
      kept: openKeptReplies(config.limits.cachedReplies),
      callsInFlight: createCallsInFlight(app, config.limits.calls, recordSecurityEvent),
      places: createListPlaces(authSecret),
      numbersSent,
    },
  }
  exchangeRegularly(app, numbersSent)
  measureNumbers(numbersSent, register)
  numberOwnChanges(app, db)
  serveHealth(app, db)
  serveMetrics(app, { register, pool, db, token: config.metricsToken, isPublic: config.isPublic })
  // The documentation reads routes as they are registered: its plugin has to be there before them.
  await app.register(async () => {
    siteRoutes(context)
    accountRoutes(context)
    mailLinkRoutes(context)
    ownAccountRoutes(context, readAccountExport(config))
    sessionRoutes(context)
    donorRoutes(context)
    bloodRequestRoutes(context)
    overviewRoutes(context)
    campusFigureRoutes(context)
    donorAdminRoutes(context)
    bloodRequestAdminRoutes(context)
    userRoutes(context)
    suspensionRoutes(context, hideRecords)
    tokenSyncRoutes(context, createTokenKeys(db, authSecret))
  })
  if (config.mail.smtpUrl === null && !config.isProduction) serveMailbox(app, db)
  if (pagesFolder !== null)
    await servePages(app, {
      folder: pagesFolder,
      site: siteOf(config),
      words: pageWords(config),
      isSignedIn: req => tokenOf(req) !== null,
    })
  return app
}
