import { createHmac, hkdfSync } from 'node:crypto'

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
  | 'claims'
  | 'declined imports'
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
