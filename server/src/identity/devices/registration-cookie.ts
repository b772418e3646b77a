import { randomBytes, randomUUID } from 'node:crypto'
import type { Config } from '../../config.ts'
import { cookieHeader, cookieName, isSameSecret, readCookie } from '../../platform/http/cookies.ts'
import { createKeyedHash } from '../../platform/secrets/keyed-hash.ts'

/** As long as a verification link lives. */
const MAX_AGE_S = 24 * 60 * 60
const NONCE_BYTES = 16

/**
 * The cookie by which a verification link recognises the browser that registered its account (docs/decisions/0015). It
 * holds no id, only what can be compared with one.
 */
export function createRegistrationCookies(config: Pick<Config, 'isHttps'>, secret: string) {
  const hash = createKeyedHash(secret, 'registrations')
  const name = cookieName(config, 'registration')

  return {
    /** The header for a browser that registered; of a known address it names nobody, and looks the same. */
    cookieFor(created: { id: string } | null): string {
      const nonce = randomBytes(NONCE_BYTES).toString('base64url')
      const value = `${nonce}.${hash(`${nonce} ${created?.id ?? randomUUID()}`)}`
      return cookieHeader(config, { name, value, maxAgeS: MAX_AGE_S })
    },

    /** Whether this browser registered the account. */
    isOf(cookies: string | undefined, userId: string): boolean {
      const [nonce = '', signature = ''] = (readCookie(cookies, name) ?? '').split('.', 2)
      return isSameSecret(signature, hash(`${nonce} ${userId}`))
    },

    /** The header that removes it. */
    forget: (): string => cookieHeader(config, { name, value: '', maxAgeS: 0 }),
  }
}

export type RegistrationCookies = ReturnType<typeof createRegistrationCookies>
