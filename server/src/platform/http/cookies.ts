import { timingSafeEqual } from 'node:crypto'
import type { Config } from '../../config.ts'

/** Only over https may a name claim that the cookie is bound to this host. */
export const cookieName = ({ isHttps }: Pick<Config, 'isHttps'>, name: string) =>
  isHttps ? `__Host-bloodbank.${name}` : `bloodbank.${name}`

/** The header that makes a browser store a cookie, out of the reach of scripts and of other sites. */
export const cookieHeader = (
  { isHttps }: Pick<Config, 'isHttps'>,
  { name, value, maxAgeS }: { name: string; value: string; maxAgeS: number },
): string =>
  `${name}=${value}; Max-Age=${maxAgeS}; Path=/; HttpOnly; SameSite=Lax${isHttps ? '; Secure' : ''}`

/** The value of a cookie as it was sent; undefined when there is none of that name. */
export const readCookie = (cookies: string | undefined, name: string): string | undefined =>
  cookies
    ?.split(';')
    .map(cookie => cookie.trim())
    .find(cookie => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** Compares two secrets without telling by its time how far they agree. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}
