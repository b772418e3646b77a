import type { AttemptLimits } from './auth/attempt-limits.ts'
import type { Auth } from './auth/library.ts'
import type { Config } from './config.ts'
import type { Database } from './database/connection.ts'
import type { Http } from './http/serve.ts'

/** What a feature's routes are made with. */
export type Context = {
  config: Config
  http: Http
  db: Database
  auth: Auth
  authSecret: string
  limits: AttemptLimits
  /** The time; tests set it. */
  now: () => Date
}
