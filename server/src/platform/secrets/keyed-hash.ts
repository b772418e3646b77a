import { createHmac } from 'node:crypto'
import { deriveKey } from './derive-key.ts'

/** What the authentication secret is used for beside sessions; each use has a key of its own. */
type HashPurpose = 'attempt limits' | 'known devices' | 'registrations'

/**
 * A hash that nobody can compute who lacks the secret, so that neither stored rows nor cookies can be matched with
 * guessed email addresses.
 * @returns a function that gives the hash in base64url, 43 characters
 */
export function createKeyedHash(secret: string, purpose: HashPurpose): (text: string) => string {
  const key = deriveKey(secret, `blood bank: ${purpose}`)
  return text => createHmac('sha256', key).update(text).digest('base64url')
}
