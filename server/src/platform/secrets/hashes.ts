import { createHash, createHmac, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'

/** The uses of the site's secret beside sessions; each has its own key. */
type HashPurpose =
  | 'attempt limits'
  | 'known devices'
  | 'registrations'
  | 'registration networks'
  | 'passkey challenges'
  | 'alert needs'
  | 'alert requesters'
  | 'donors asked'
  | 'unsubscribing'
  | 'unsubscribing from thank-yous'
  | 'resting'
  | 'claims'
  | 'declined imports'
  | 'kept donors'
  | 'erased accounts'
  | 'text codes'

/**
 * Creates a hash that cannot be computed without the secret, so that neither stored rows nor cookies can be matched with
 * guessed email addresses.
 * @returns hashes a text; 43 characters of base64url
 */
export function createKeyedHash(secret: string, purpose: HashPurpose): (text: string) => string {
  const key = deriveKey(secret, `blood bank: ${purpose}`)
  return text => createHmac('sha256', key).update(text).digest('base64url')
}

const KEY_BYTES = 32

/**
 * Derives a key for one purpose from the site's secret; it is the same on all servers. One key reveals nothing about the
 * others.
 */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES))

/** Compares two secrets in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** OWASP's minimum for argon2id; `memoryCost` is in KiB. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Keyboards encode the same characters differently; the normal form makes them one password. */
const normalize = (password: string) => password.normalize('NFKC')

/** An argon2id hash in PHC string format; computed outside the event loop. */
export const hashPassword = (password: string): Promise<string> => hash(normalize(password), ARGON2ID)

export const verifyPassword = (account: { hash: string; password: string }): Promise<boolean> =>
  verify(account.hash, normalize(account.password))

const TOKEN_BYTES = 32
const SHORT_TOKEN_BYTES = 16

/** Creates the secret of a link in an email: 256 bits, so that it cannot be guessed. Store only its hash. */
export const createLinkToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')

/** The same for a link in a text message, where each character counts: 128 bits, in 22 characters. */
export const createShortLinkToken = (): string => randomBytes(SHORT_TOKEN_BYTES).toString('base64url')

export const hashLinkToken = (token: string): Buffer => createHash('sha256').update(token).digest()
