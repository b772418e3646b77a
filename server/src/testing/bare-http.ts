import type { RecordSecurityEvent } from '../audit/security-events.ts'
import { type Config, readConfig } from '../config.ts'
import { createCallsInFlight } from '../http/calls-in-flight.ts'
import { openKeptReplies } from '../http/kept-replies.ts'
import { createListPlaces } from '../http/list-places.ts'
import { type Log, openLog } from '../http/log.ts'
import type { Http } from '../http/serve.ts'
import { newServer } from '../http/server.ts'
import type { NumbersSent } from '../numbers-sent/numbers-sent.ts'

type Setting = {
  whoCalls: Http['whoCalls']
  config?: Config
  log?: Log
  recordSecurityEvent?: RecordSecurityEvent
}

/** Without a database nothing is counted. */
const NO_NUMBERS: NumbersSent = {
  hashesOf: () => [],
  pageSizeFor: () => Number.POSITIVE_INFINITY,
  count: async () => {},
  exchange: async () => {},
  nearLimits: () => [],
}

/** A server without product and database, on which a test puts endpoints of its own. */
export function bareHttp({
  whoCalls,
  config = readConfig({}),
  log = openLog({ logLevel: 'silent' }),
  recordSecurityEvent = () => {},
}: Setting): Http {
  const app = newServer(config, log)
  return {
    app,
    whoCalls,
    isRecent: () => true,
    kept: openKeptReplies(config.limits.cachedReplies),
    callsInFlight: createCallsInFlight(app, config.limits.calls, recordSecurityEvent),
    numbersSent: NO_NUMBERS,
    places: createListPlaces('a secret for tests that is long enough to pass'),
  }
}
