import { createHmac } from 'node:crypto'
import { deriveKey } from './derive-key.ts'

/** The uses of the site's secret beside sessions; each has its own key. */
type HashPurpose =
  | 'attempt limits'
  | 'known devices'
  | 'registrations'
  | 'passkey challenges'
  | 'alert needs'
  | 'unsubscribing'
  | 'claims'
  | 'declined imports'
  | 'erased accounts'

/**
 * Creates a hash that cannot be computed without the secret, so that neither stored rows nor cookies can be matched with
 * guessed email addresses.
 * @returns hashes a text; 43 characters of base64url
 */
export function createKeyedHash(secret: string, purpose: HashPurpose): (text: string) => string {
  const key = deriveKey(secret, `blood bank: ${purpose}`)
  return text => createHmac('sha256', key).update(text).digest('base64url')
}
