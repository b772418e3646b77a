import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import { createCookie, isSameSecret } from '../../platform/http/cookies.ts'
import { createKeyedHash } from '../../platform/secrets/keyed-hash.ts'

export const REGISTRATION_COOKIE = 'registration'

/** Whoever opens the link later may be another person at the same computer, and needs the password. */
const MAX_AGE_S = 60 * 60
const NONCE_BYTES = 16

/** A random text that begins with the time at which the cookie was set. */
const createNonce = (now: Date) =>
  `${now.getTime().toString(36)}-${randomBytes(NONCE_BYTES).toString('base64url')}`

/** The server's clock decides, not the browser, which may have a copy. */
const isExpired = (nonce: string, now: Date) =>
  !(now.getTime() - Number.parseInt(nonce, 36) <= MAX_AGE_S * 1000)

type Options = { config: Pick<Config, 'isHttps'>; secret: string; now: () => Date }

/**
 * The cookie by which a verification link recognizes the browser that registered the account (docs/decisions/0015). It
 * holds no user id, only a hash that an id can be compared with. Whatever sets or clears the cookie of a session clears it:
 * people who share a computer register addresses of each other.
 */
export function createRegistrationCookies({ config, secret, now }: Options) {
  const hash = createKeyedHash(secret, 'registrations')
  const cookie = createCookie(config, REGISTRATION_COOKIE, MAX_AGE_S)

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
