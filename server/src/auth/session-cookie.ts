import { createHmac, timingSafeEqual } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { Config } from '../config.ts'

/** Only over https may the name claim that the cookie is bound to this host. */
export const sessionCookieName = ({ isHttps }: Pick<Config, 'isHttps'>) =>
  isHttps ? '__Host-bloodbank.session' : 'bloodbank.session'

/**
 * The session token out of a cookie header, if we signed it. The auth library writes the cookie as
 * `token.signature`, signed with HMAC-SHA256; reading it here instead of through the library is eight
 * times cheaper, and every call pays it (docs/decisions/0003).
 */
export function readSessionToken(cookies: string | undefined, name: string, secret: string): string | null {
  const value = cookies
    ?.split(';')
    .map(cookie => cookie.trim())
    .find(cookie => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)
  if (!value) return null
  const known = verified.get(value)
  if (known?.secret === secret) return known.token
  const [token, signature] = decoded(value).split('.', 2)
  if (!token || !signature) return null
  const expected = createHmac('sha256', secret).update(token).digest()
  const given = Buffer.from(signature, 'base64')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
  verified.set(value, { token, secret })
  return token
}

/** Signatures that were found right are not worked out again; whether the session lives is the database's to say. */
const verified = new LRUCache<string, { token: string; secret: string }>({ max: 10_000 })

/** The header that makes the browser forget the session. */
export const forgetSessionCookie = (config: Pick<Config, 'isHttps'>) =>
  `${sessionCookieName(config)}=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0${config.isHttps ? '; Secure' : ''}`

function decoded(value: string) {
  try {
    return decodeURIComponent(value)
  } catch {
    return ''
  }
}
