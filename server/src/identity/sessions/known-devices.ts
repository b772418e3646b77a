import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '../../config.ts'
import type { Database, Transaction } from '../../platform/database/connection.ts'
import { createKeyedHash, isSameSecret } from '../../platform/secrets/hashes.ts'
import { createCookie } from './cookies.ts'

/** The longest lifetime that browsers accept. */
const MAX_AGE_S = 400 * 24 * 60 * 60
const MAX_ACCOUNTS = 5
const NONCE_BYTES = 16

/**
 * One account that a browser has signed in to. `since` is the account's `devices_known_since` at that time, in
 * milliseconds: a change of the password changes it, which invalidates the entry. So no two clocks are compared, and a
 * sign-in that overlaps the change cannot issue an entry for the new password.
 */
type Entry = { account: string; nonce: string; since: number }

/** A browser that has signed in to the account with its current password. */
type KnownDevice = { nonce: string; emailVerified: boolean }

/**
 * Device cookies as OWASP describes them: guesses by strangers do not slow down a user in a browser that has signed in
 * before (docs/decisions/0006). The cookie identifies accounts by a keyed hash of the email, so that reading it does not
 * need a query that would reveal whether an address has an account.
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
    /** Finds the device if the browser is known to the account. Queries the database only if the cookie has an entry. */
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

    /**
     * Adds the account to the browser's cookie.
     * @param previousNonce of a browser that stays known when the cookies of the others become invalid
     */
    remember(reply: FastifyReply, email: string, knownSince: Date, previousNonce?: string): void {
      const [account, since] = [hashEmail(email), knownSince.getTime()]
      const entries = readEntries(reply.request)
      // The nonce stays the same: signing in again must not give the device a new allowance of attempts.
      const known = entries.find(entry => entry.account === account && entry.since === since)
      const nonce = previousNonce ?? known?.nonce ?? randomBytes(NONCE_BYTES).toString('base64url')
      const others = entries.filter(entry => entry.account !== account).slice(0, MAX_ACCOUNTS - 1)
      writeEntries(reply, [{ account, nonce, since }, ...others])
    },

    /** Removes the account from the browser's cookie. */
    forget(reply: FastifyReply, email: string): void {
      const others = readEntries(reply.request).filter(({ account }) => account !== hashEmail(email))
      writeEntries(reply, others)
    },
  }
}

export type KnownDevices = ReturnType<typeof createKnownDevices>

/**
 * Invalidates all device cookies of an account, and locks the user's row until the transaction ends. Called when a new
 * password is set, as cookies issued for the old one must not outlive it, when the other sessions are ended, and when a
 * passkey is removed.
 * @returns the new `devices_known_since`
 * @throws when the account no longer exists
 */
export async function revokeDeviceCookies(db: Transaction, userId: string): Promise<Date> {
  const { devicesKnownSince } = await db
    .updateTable('users')
    // It must increase even within one millisecond, and after the clock was set back.
    .set({ devicesKnownSince: sql<Date>`greatest(now(), devices_known_since + interval '1 ms')` })
    .where('id', '=', userId)
    .returning('devicesKnownSince')
    .executeTakeFirstOrThrow()
  return devicesKnownSince
}
