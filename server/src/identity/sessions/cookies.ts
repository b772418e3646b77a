import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import { type Config, SESSION_LIFETIME_S } from '../../config.ts'
import { refuse } from '../../platform/http/refuse.ts'
import { createKeyedHash, isSameSecret } from '../../platform/secrets/hashes.ts'
import type { SessionOrigin } from './store.ts'

/**
 * Creates a cookie that scripts and other sites cannot read. Over HTTPS the `__Host-` prefix binds it to this host.
 * @param maxAgeS how long browsers store it
 */
export function createCookie({ isHttps }: Pick<Config, 'isHttps'>, name: string, maxAgeS: number) {
  const fullName = isHttps ? `__Host-bloodbank.${name}` : `bloodbank.${name}`
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: isHttps } as const

  return {
    /** The value that the browser sent; undefined if it sent none. */
    read: (req: FastifyRequest): string | undefined => req.cookies[fullName],

    set(reply: FastifyReply, value: string): void {
      reply.setCookie(fullName, value, { ...options, maxAge: maxAgeS })
    },

    /** Removes the cookie from the browser. */
    clear(reply: FastifyReply): void {
      reply.setCookie(fullName, '', { ...options, maxAge: 0 })
    },
  }
}

/** A token and its signature. Without this limit, a padded value as long as the headers allow would be cached. */
const MAX_SESSION_COOKIE_LENGTH = 100

/** At most 10,000 cookies of at most 100 characters: about a megabyte. */
const MAX_CACHED_COOKIES = 10_000

/**
 * The session cookie: the session's token and the server's signature of it, `token.signature`. A browser in which somebody
 * signs in or out is no longer the one that registered an account.
 */
export function createSessionCookies(config: Pick<Config, 'isHttps'>, secret: string) {
  const cookie = createCookie(config, 'session', SESSION_LIFETIME_S)
  const registration = createCookie(config, REGISTRATION_COOKIE, 0)
  // Caches verified signatures only. The database decides whether the session is still valid.
  const verifiedTokens = new LRUCache<string, string>({ max: MAX_CACHED_COOKIES })

  const signatureOf = (token: string) => createHmac('sha256', secret).update(token).digest()

  /** The session token in a request's cookie; null without a valid signature. */
  function tokenOf(req: FastifyRequest): string | null {
    const value = cookie.read(req)
    if (!value || value.length > MAX_SESSION_COOKIE_LENGTH) return null
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

const REGISTRATION_COOKIE = 'registration'

/** Whoever opens the link later may be another person at the same computer, and needs the password. */
const REGISTRATION_MAX_AGE_S = 60 * 60
const NONCE_BYTES = 16

/** A random text that begins with the time at which the cookie was set. */
const createNonce = (now: Date) =>
  `${now.getTime().toString(36)}-${randomBytes(NONCE_BYTES).toString('base64url')}`

/** The server's clock decides, not the browser, which may have a copy. */
const isExpired = (nonce: string, now: Date) =>
  !(now.getTime() - Number.parseInt(nonce, 36) <= REGISTRATION_MAX_AGE_S * 1000)

type RegistrationOptions = { config: Pick<Config, 'isHttps'>; secret: string; now: () => Date }

/**
 * The cookie by which a verification link recognizes the browser that registered the account (docs/decisions/0015). It
 * holds no user id, only a hash that an id can be compared with. Whatever sets or clears the cookie of a session clears it:
 * people who share a computer register addresses of each other.
 */
export function createRegistrationCookies({ config, secret, now }: RegistrationOptions) {
  const hash = createKeyedHash(secret, 'registrations')
  const cookie = createCookie(config, REGISTRATION_COOKIE, REGISTRATION_MAX_AGE_S)

  return {
    /** Sets the cookie after a registration. For an address that has an account, it holds a random id and looks the same. */
    set(reply: FastifyReply, created: { id: string } | null): void {
      const nonce = createNonce(now())
      cookie.set(reply, `${nonce}.${hash(`${nonce} ${created?.id ?? randomUUID()}`)}`)
    },

    /** Whether this browser registered the account. */
    hasRegistered(req: FastifyRequest, userId: string): boolean {
      const [nonce = '', signature = ''] = (cookie.read(req) ?? '').split('.', 2)
      return isSameSecret(signature, hash(`${nonce} ${userId}`)) && !isExpired(nonce, now())
    },

    clear: cookie.clear,
  }
}

export type RegistrationCookies = ReturnType<typeof createRegistrationCookies>
