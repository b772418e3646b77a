import { createHmac, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Config, SESSION_LIFETIME_S } from '../../config.ts'
import { createCookie } from '../../platform/http/cookies.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { REGISTRATION_COOKIE } from './registration-cookie.ts'
import type { SessionOrigin } from './store.ts'

/** A token and its signature. Without this limit, a padded value as long as the headers allow would be cached. */
const MAX_LENGTH = 100

/** At most 10,000 cookies of at most 100 characters: about a megabyte. */
const MAX_CACHED = 10_000

/**
 * The session cookie: the session's token and the server's signature of it, `token.signature`. A browser in which somebody
 * signs in or out is no longer the one that registered an account.
 */
export function createSessionCookies(config: Pick<Config, 'isHttps'>, secret: string) {
  const cookie = createCookie(config, 'session', SESSION_LIFETIME_S)
  const registration = createCookie(config, REGISTRATION_COOKIE, 0)
  // Caches verified signatures only. The database decides whether the session is still valid.
  const verifiedTokens = new LRUCache<string, string>({ max: MAX_CACHED })

  const signatureOf = (token: string) => createHmac('sha256', secret).update(token).digest()

  /** The session token in a request's cookie; null without a valid signature. */
  function tokenOf(req: FastifyRequest): string | null {
    const value = cookie.read(req)
    if (!value || value.length > MAX_LENGTH) return null
    const known = verifiedTokens.get(value)
    if (known) return known
    const [token, signature] = value.split('.', 2)
    if (!token || !signature) return null
    const expected = signatureOf(token)
    const given = Buffer.from(signature, 'base64')
    if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null
    verifiedTokens.set(value, token)
    return token
  }

  const forgetRegistration = (reply: FastifyReply) => {
    if (registration.read(reply.request) !== undefined) registration.clear(reply)
  }

  return {
    tokenOf,

    /** The session token of a caller who is signed in. @throws Refusal not-signed-in */
    requireTokenOf(req: FastifyRequest): string {
      const token = tokenOf(req)
      if (token === null) throw refuse('not-signed-in')
      return token
    },

    /** The browser of a request, as a session that it starts records it. */
    originOf: (req: FastifyRequest): SessionOrigin => ({
      address: req.ip,
      userAgent: req.headers['user-agent'],
      replacedToken: tokenOf(req),
    }),

    // No character of it is encoded in a cookie, and so none decoded for every call.
    set(reply: FastifyReply, token: string): void {
      cookie.set(reply, `${token}.${signatureOf(token).toString('base64url')}`)
      forgetRegistration(reply)
    },

    clear(reply: FastifyReply): void {
      cookie.clear(reply)
      forgetRegistration(reply)
    },
  }
}

export type SessionCookies = ReturnType<typeof createSessionCookies>
