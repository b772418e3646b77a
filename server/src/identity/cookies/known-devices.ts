import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Config } from '../../config.ts'
import type { Database } from '../../platform/database/connection.ts'
import { createCookie, isSameSecret } from '../../platform/http/cookies.ts'
import { createKeyedHash } from '../../platform/secrets/keyed-hash.ts'

/** Browsers let no cookie live longer. */
const MAX_AGE_S = 400 * 24 * 60 * 60
const MAX_ACCOUNTS = 5
const NONCE_BYTES = 16

/**
 * One account that a browser has signed in to. `since` is the account's `devices_known_since` in milliseconds when it
 * did: after the next change of the password it is another, and the entry is void. Nothing depends on two clocks, and a
 * sign-in that overlaps the change cannot issue an entry for the new password.
 */
type Entry = { account: string; nonce: string; since: number }

/** A browser that has signed in to the account with its present password. */
export type KnownDevice = { nonce: string; emailVerified: boolean }

/**
 * Device cookies as OWASP describes them: whoever has signed in from a browser is not slowed there by what strangers
 * guess (docs/decisions/0014). The cookie names accounts by a keyed hash of their email, so that it can be looked into
 * without asking the database whether an address has an account.
 */
export function createKnownDevices(config: Pick<Config, 'isHttps'>, db: Database, secret: string) {
  const hash = createKeyedHash(secret, 'known devices')
  const hashEmail = (email: string) => hash(`account ${email}`)
  const cookie = createCookie(config, 'device', MAX_AGE_S)

  const readEntries = (req: FastifyRequest): Entry[] => {
    const [signature = '', text = ''] = (cookie.read(req) ?? '').split('~', 2)
    if (!isSameSecret(signature, hash(`cookie ${text}`))) return []
    return text.split('!').map(entry => {
      const [account = '', nonce = '', since = ''] = entry.split('.')
      return { account, nonce, since: Number.parseInt(since, 36) }
    })
  }

  const writeEntries = (reply: FastifyReply, entries: Entry[]): void => {
    const text = entries
      .map(({ account, nonce, since }) => `${account}.${nonce}.${since.toString(36)}`)
      .join('!')
    if (entries.length === 0) cookie.clear(reply)
    else cookie.set(reply, `${hash(`cookie ${text}`)}~${text}`)
  }

  return {
    /** Finds out whether a browser is known to an account. Asks the database only where its cookie has the account. */
    async find(req: FastifyRequest, email: string): Promise<KnownDevice | null> {
      const entry = readEntries(req).find(({ account }) => account === hashEmail(email))
      if (!entry) return null
      const user = await db
        .selectFrom('users')
        .select(['devicesKnownSince', 'emailVerified'])
        .where('email', '=', email)
        .executeTakeFirst()
      if (user?.devicesKnownSince.getTime() !== entry.since) return null
      return { nonce: entry.nonce, emailVerified: user.emailVerified }
    },

    /** Makes the browser known to an account, beside others that it is known to. */
    remember(reply: FastifyReply, email: string, knownSince: Date): void {
      const [account, since] = [hashEmail(email), knownSince.getTime()]
      const entries = readEntries(reply.request)
      // The same nonce, so that signing in again is no way to another allowance.
      const known = entries.find(entry => entry.account === account && entry.since === since)
      const nonce = known?.nonce ?? randomBytes(NONCE_BYTES).toString('base64url')
      const others = entries.filter(entry => entry.account !== account).slice(0, MAX_ACCOUNTS - 1)
      writeEntries(reply, [{ account, nonce, since }, ...others])
    },

    /** Takes an account out of the browser's cookie. */
    forget(reply: FastifyReply, email: string): void {
      const others = readEntries(reply.request).filter(({ account }) => account !== hashEmail(email))
      writeEntries(reply, others)
    },
  }
}

export type KnownDevices = ReturnType<typeof createKnownDevices>
