import type { Config } from '../../config.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { RecordSecurityEvent } from '../audit/security-events.ts'
import type { KnownDevices } from '../cookies/known-devices.ts'
import type { RegistrationCookies } from '../cookies/registration-cookie.ts'
import type { SessionCookies } from '../cookies/session-cookie.ts'
import type { AttemptLimits } from '../passwords/attempt-limits.ts'
import type { AttemptPassword } from '../passwords/password-attempt.ts'
import type { Http } from './serve.ts'

/** What a feature's routes are made with. */
export type Context = {
  config: Config
  http: Http
  db: Database
  sessionCookies: SessionCookies
  limits: AttemptLimits
  attemptPassword: AttemptPassword
  /** The browsers that have signed in to an account before. */
  devices: KnownDevices
  /** The browsers that registered an account. */
  registrations: RegistrationCookies
  recordSecurityEvent: RecordSecurityEvent
  /** The time. Tests set it. */
  now: () => Date
  /** The calendar date in the site's time zone, as `YYYY-MM-DD`. */
  today: () => string
}
