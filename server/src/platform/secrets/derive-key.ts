import { hkdfSync } from 'node:crypto'

const KEY_BYTES = 32

/**
 * A key for one purpose out of the secret of the site, the same at all its servers. What is known of one key tells
 * nothing of the others.
 */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES))
