import { createHmac, createSecretKey } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { deriveKey } from '../../platform/secrets/derive-key.ts'

/** As many bytes as a number of JavaScript holds exactly. */
const HASH_BYTES = 6
/** Of at most some 100 bytes each. */
const MAX_CACHED = 20_000

/**
 * Names phone numbers by keyed hashes: there are so few numbers that a hash without a key could be turned back by trying
 * them all.
 */
export function createNumberHash(authSecret: string): (number: string) => number {
  // As an object: bytes would be made one for each number.
  const key = createSecretKey(deriveKey(authSecret, 'phone numbers sent'))
  const cached = new LRUCache<string, number>({ max: MAX_CACHED })
  return number => {
    const known = cached.get(number)
    if (known !== undefined) return known
    const hash = createHmac('sha256', key).update(number).digest().readUIntBE(0, HASH_BYTES)
    cached.set(number, hash)
    return hash
  }
}
