import { Role } from '@blood-bank/contract/users'
import { betterAuth } from 'better-auth'
import { jwt } from 'better-auth/plugins'
import { type Config, SESSION_LIFETIME_S } from '../config.ts'
import type { Database } from '../database/connection.ts'

/**
 * The auth library over our own tables. It signs the tokens of the token sync. None of its own HTTP routes is mounted
 * (docs/decisions/0003).
 */
export const openAuth = (config: Config, db: Database, secret: string) =>
  betterAuth({
    secret,
    baseURL: config.publicUrl,
    database: { db, type: 'postgres' },
    verification: { modelName: 'verifications' },
    user: { modelName: 'users', additionalFields: { role: { type: Role.options, input: false } } },
    account: { modelName: 'credentials' },
    session: { modelName: 'sessions', expiresIn: SESSION_LIFETIME_S, disableSessionRefresh: true },
    advanced: { database: { generateId: false, joins: true } },
    plugins: [
      jwt({
        schema: { jwks: { modelName: 'tokenKeys' } },
        jwt: { issuer: config.publicUrl, expirationTime: TOKEN_LIFETIME },
        disableSettingJwtHeader: true,
      }),
    ],
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true },
  })

/** Long enough for one call to another service, too short to be worth stealing. */
const TOKEN_LIFETIME = '5m'

export type Auth = ReturnType<typeof openAuth>
