import { hkdfSync } from 'node:crypto'

const KEY_BYTES = 32

/**
 * Derives a key for one purpose from the site's secret; it is the same on all servers. One key reveals nothing about the
 * others.
 */
export const deriveKey = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', purpose, KEY_BYTES))
