import { createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { type Config, SESSION_LIFETIME_S } from '../../config.ts'
import { cookieHeader, cookieName, readCookie } from '../../platform/http/cookies.ts'

export const sessionCookieName = (config: Pick<Config, 'isHttps'>) => cookieName(config, 'session')

const signatureOf = (token: string, secret: string) => createHmac('sha256', secret).update(token).digest()

/** The header that makes the browser keep a session: the token with our signature, out of the reach of scripts. */
export function sessionCookie(config: Pick<Config, 'isHttps'>, token: string, secret: string): string {
  const value = encodeURIComponent(`${token}.${signatureOf(token, secret).toString('base64')}`)
  return cookieHeader(config, { name: sessionCookieName(config), value, maxAgeS: SESSION_LIFETIME_S })
}

/** The header that makes the browser forget the session. */
export const forgetSessionCookie = (config: Pick<Config, 'isHttps'>): string =>
  cookieHeader(config, { name: sessionCookieName(config), value: '', maxAgeS: 0 })

/** The session token out of a cookie header, if we signed it. */
export function readSessionToken(cookies: string | undefined, name: string, secret: string): string | null {
  const value = readCookie(cookies, name)
  if (!value || value.length > MAX_LENGTH) return null
  const known = verified.get(value)
  if (known?.secret === secret) return known.token
  const [token, signature] = decoded(value).split('.', 2)
  if (!token || !signature) return null
  const expected = signatureOf(token, secret)
  const given = Buffer.from(signature, 'base64')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  verified.set(value, { token, secret })
  return token
}

/** Every character of a token and its signature as `%xx`. What follows them could be as long as headers may be. */
const MAX_LENGTH = 300

/**
 * Signatures that were found right are not worked out again; whether the session lives is the database's to say. At
 * most 10,000 cookies of at most 300 characters: a few MB.
 */
const verified = new LRUCache<string, { token: string; secret: string }>({ max: 10_000 })

function decoded(value: string) {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
