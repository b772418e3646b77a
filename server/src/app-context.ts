import { MINUTE_MS } from '@blood-bank/contract/durations'
import { isCurrentConsent } from '@blood-bank/contract/own-account/consent'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Config } from './config.ts'
import { type AlertMetrics, createAlertMetrics } from './features/alerts/metrics.ts'
import { createAttemptLimits } from './identity/access/attempt-limits.ts'
import { ANONYMOUS } from './identity/access/caller.ts'
import { limitCallsInFlight } from './identity/access/calls-in-flight.ts'
import { createTelemetry, type Telemetry } from './identity/access/security-events.ts'
import { createPhoneNumberLimits } from './identity/numbers/phone-number-limits.ts'
import { findConsentVersion } from './identity/own-account/consents.ts'
import { createPasskeyChallenges } from './identity/passkeys/challenges.ts'
import { createAttemptPasskey } from './identity/passkeys/passkey-attempt.ts'
import { createKnownDevices } from './identity/sessions/known-devices.ts'
import { createLastUseRecorder } from './identity/sessions/last-use.ts'
import { createAttemptPassword } from './identity/sessions/password-attempt.ts'
import { createRegistrationCookies } from './identity/sessions/registration-cookie.ts'
import type { SessionContext } from './identity/sessions/session-context.ts'
import { createSessionCookies } from './identity/sessions/session-cookie.ts'
import { createSessionLookup } from './identity/sessions/store.ts'
import { createCalendar } from './platform/clock/local-time.ts'
import type { Database } from './platform/database/connection.ts'
import type { Log } from './platform/http/log.ts'
import { createResponseCache } from './platform/http/replies/response-cache.ts'
import { customerNetwork, networksOf } from './platform/network/address-prefix.ts'
import { createKeyedHash } from './platform/secrets/keyed-hash.ts'

export type AppOptions = {
  config: Config
  log: Log
  pool: pg.Pool
  db: Database
  authSecret: string
  /** The folder of the built pages; null to serve only the API. */
  pagesFolder: string | null
  now: () => Date
  /** How long a page waits for its data. Without, it says that access is being verified, and the browser asks. */
  maxPageWaitMs?: number
  /** By how many seconds this machine's clock is ahead of `now`. */
  clockDifference?: () => number
  /** Passed if the process records more metrics than the app does. */
  telemetry?: Telemetry
  /** Passed with `telemetry`, whose registry has these figures. */
  alertMetrics?: AlertMetrics
}

type AppContext = { context: SessionContext; register: Telemetry['register']; alertMetrics: AlertMetrics }

/** What every route is given, built once for an app, and the metrics that the app records. */
export function createContext(app: FastifyInstance, options: AppOptions): AppContext {
  const { config, log, pool, db, authSecret, now } = options
  const today = createCalendar(now, config.timeZone)
  const sessionCookies = createSessionCookies(config, authSecret)
  const lastUses = createLastUseRecorder(pool)
  app.addHook('onClose', lastUses.flush)
  const findSession = createSessionLookup(pool, {
    idleDays: config.limits.sessionIdleDays,
    adminsNeedPasskey: config.accounts.adminsNeedPasskey,
    recordUse: lastUses.record,
  })
  const { register, recordSecurityEvent } = options.telemetry ?? createTelemetry(log)
  const alertMetrics = options.alertMetrics ?? createAlertMetrics(register)
  const phoneNumberLimits = createPhoneNumberLimits({
    db,
    authSecret,
    config,
    recordSecurityEvent,
    now,
  })
  app.addHook('onClose', () =>
    phoneNumberLimits.save().catch(error => {
      app.log.warn({ reason: String(error) }, 'the counts of phone numbers could not be written')
    }),
  )
  const attemptLimits = createAttemptLimits(db, { settings: config.limits, secret: authSecret, now })
  const hashNetwork = createKeyedHash(authSecret, 'registration networks')
  const passkeyChallenges = createPasskeyChallenges({ secret: authSecret, now })
  const context: SessionContext = {
    config,
    db,
    sessionCookies,
    findSession,
    attemptLimits,
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
    recordSecurityEvent,
    hashNetwork: address => hashNetwork(customerNetwork(address)),
    hashNetworks: address => networksOf(address).map(({ prefix }) => hashNetwork(prefix)),
    isConsentDue: async userId => !isCurrentConsent(await findConsentVersion(db, userId)),
    now,
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
      admitCall: limitCallsInFlight(app, config.limits.calls, recordSecurityEvent),
      phoneNumberLimits,
      reads: new Map(),
      withholdsNumbersFrom: ({ emailVerified }) =>
        !emailVerified && config.accounts.allowedEmailDomains.length > 0,
      now,
      today,
    },
  }
  return { context, register, alertMetrics }
}
