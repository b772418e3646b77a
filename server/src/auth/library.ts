import { Role } from '@blood-bank/contract/users'
import { betterAuth } from 'better-auth'
import { jwt } from 'better-auth/plugins'
import { type Config, SESSION_LIFETIME_S } from '../config.ts'
import type { Database } from '../database/connection.ts'
import { hashPassword, isPasswordOf } from './passwords.ts'
import { sessionCookieName } from './session-cookie.ts'

/**
 * The auth library over our own tables. It checks passwords at an even pace for known and unknown addresses,
 * makes sessions, signs cookies, and signs the tokens of the token sync. None of its own HTTP routes is mounted
 * (docs/decisions/0003).
 */
export const openAuth = (config: Config, db: Database, secret: string) =>
  betterAuth({
    secret,
    baseURL: config.publicUrl,
    database: { db, type: 'postgres' },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      // Lengths are the contract's business, which counts characters; the library would count UTF-16 units.
      maxPasswordLength: 10_000,
      password: { hash: hashPassword, verify: isPasswordOf },
    },
    verification: { modelName: 'verifications' },
    // Told along with who signs in.
    user: { modelName: 'users', additionalFields: { role: { type: Role.options, input: false } } },
    account: { modelName: 'credentials' },
    session: { modelName: 'sessions', expiresIn: SESSION_LIFETIME_S, disableSessionRefresh: true },
    advanced: {
      useSecureCookies: false,
      database: { generateId: false, joins: true },
      cookies: {
        session_token: {
          name: sessionCookieName(config),
          attributes: { httpOnly: true, sameSite: 'lax', path: '/', secure: config.isHttps },
        },
      },
      ipAddress: { ipAddressHeaders: [CLIENT_ADDRESS_HEADER] },
    },
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

/** Carries the socket's address to the library, which knows headers only; a client's own is never passed on. */
export const CLIENT_ADDRESS_HEADER = 'x-client-address'

export type Auth = ReturnType<typeof openAuth>
