import { type Config, readConfig } from '../../config.ts'
import { limitCallsInFlight } from '../../identity/access/calls-in-flight.ts'
import type { ContactLimits, Http } from '../../identity/access/context.ts'
import type { RecordSecurityEvent } from '../../identity/access/security-events.ts'
import { calendarDate } from '../../platform/clock/local-time.ts'
import { createLog, type Log } from '../../platform/http/log.ts'
import { createResponseCache } from '../../platform/http/replies/response-cache.ts'
import { createServer } from '../../platform/http/server.ts'

type Setting = {
  resolveCaller: Http['resolveCaller']
  config?: Config
  log?: Log
  recordSecurityEvent?: RecordSecurityEvent
  now?: () => Date
}

/** Counts nothing, because there is no database. */
const NO_LIMITS: ContactLimits = {
  maxPageSizeFor: () => Number.POSITIVE_INFINITY,
  contactsIn: () => ({ numbers: [], names: [] }),
  count: async () => null,
}

/** A server without product and database, to which a test adds its own endpoints. */
export function createBareHttp({
  resolveCaller,
  config = readConfig({ EVENT_LOOP_DELAY_MS: '0' }),
  log = createLog({ logLevel: 'silent' }),
  recordSecurityEvent = () => {},
  now = () => new Date(),
}: Setting): Http {
  const app = createServer(config, log)
  return {
    app,
    resolveCaller,
    isRecent: () => true,
    responseCache: createResponseCache(),
    admitCall: limitCallsInFlight(app, config.limits, recordSecurityEvent),
    contactLimits: NO_LIMITS,
    reads: new Map(),
    withholdsNumbersFrom: () => false,
    now,
    today: () => calendarDate(now(), config.timeZone),
  }
}
