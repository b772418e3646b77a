import { createHmac, createSecretKey } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { deriveKey } from '../../platform/secrets/derive-key.ts'

/** The number of bytes that a JavaScript number holds exactly. */
const HASH_BYTES = 6
/** About 100 bytes each. */
const MAX_CACHED = 20_000

/**
 * Hashes phone numbers with a key: there are so few phone numbers that a hash without a key could be reversed by trying
 * all of them.
 */
export function createPhoneNumberHash(authSecret: string): (number: string) => number {
  // With a key given as bytes, Node.js would create a key object for each hash.
  const key = createSecretKey(deriveKey(authSecret, 'phone numbers sent'))
  const cache = new LRUCache<string, number>({ max: MAX_CACHED })
  return number => {
    const cached = cache.get(number)
    if (cached !== undefined) return cached
    const hash = createHmac('sha256', key).update(number).digest().readUIntBE(0, HASH_BYTES)
    cache.set(number, hash)
    return hash
  }
}
