import type { Config } from '../../config.ts'
import type { Database } from '../../platform/database/connection.ts'
import type { PasskeyChallenges } from '../passkeys/challenges.ts'
import type { AttemptPasskey } from '../passkeys/passkey-attempt.ts'
import type { KnownDevices } from '../sessions/known-devices.ts'
import type { AttemptPassword } from '../sessions/password-attempt.ts'
import type { RegistrationCookies } from '../sessions/registration-cookie.ts'
import type { SessionCookies } from '../sessions/session-cookie.ts'
import type { AttemptLimits } from './attempt-limits.ts'
import type { RecordSecurityEvent } from './security-events.ts'
import type { Caller, Http } from './serve.ts'

/** The dependencies of routes. */
export type Context = {
  config: Config
  http: Http
  db: Database
  sessionCookies: SessionCookies
  /** The caller of a session token as they are now; anonymous if the session has ended. */
  findSession: (token: string) => Promise<Caller>
  limits: AttemptLimits
  attemptPassword: AttemptPassword
  passkeyChallenges: PasskeyChallenges
  attemptPasskey: AttemptPasskey
  /** Browsers that have signed in to an account before. */
  devices: KnownDevices
  /** Browsers that registered an account. */
  registrations: RegistrationCookies
  recordSecurityEvent: RecordSecurityEvent
  /** The current time; tests set it. */
  now: () => Date
  /** The calendar date in the site's time zone, as `YYYY-MM-DD`. */
  today: () => string
}
