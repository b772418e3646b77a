import type { Config } from '../../config.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import type { RecordSecurityEvent } from './security-events.ts'
import type { Http } from './serve.ts'

/** The dependencies of routes. Those that deal with sign-in get a `SessionContext`. */
export type Context = {
  config: Config
  http: Http
  db: Database
  limits: AttemptLimits
  recordSecurityEvent: RecordSecurityEvent
  /** The current time; tests set it. */
  now: () => Date
  /** The calendar date in the site's time zone, as `YYYY-MM-DD`. */
  today: () => string
}
