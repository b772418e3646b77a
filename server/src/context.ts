import type { FastifyRequest } from 'fastify'
import type { RecordSecurityEvent } from './audit/security-events.ts'
import type { AttemptLimits } from './auth/attempt-limits.ts'
import type { KnownDevices } from './auth/known-devices.ts'
import type { AttemptPassword } from './auth/password-attempt.ts'
import type { RegistrationCookies } from './auth/registration-cookie.ts'
import type { Config } from './config.ts'
import type { Database } from './database/connection.ts'
import type { Http } from './http/serve.ts'

/** What a feature's routes are made with. */
export type Context = {
  config: Config
  http: Http
  db: Database
  /** The session token of a call, if it carries one that we signed. */
  tokenOf: (req: FastifyRequest) => string | null
  /** The header that makes a browser keep a session. */
  cookieOf: (token: string) => string
  limits: AttemptLimits
  attemptPassword: AttemptPassword
  /** The browsers that have signed in to an account before. */
  devices: KnownDevices
  /** The browsers that registered an account. */
  registrations: RegistrationCookies
  recordSecurityEvent: RecordSecurityEvent
  /** The time; tests set it. */
  now: () => Date
}
