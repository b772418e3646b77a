import { createHmac } from 'node:crypto'
import { invalidCursorRefusal } from '../../database/cursor.ts'
import { deriveKey } from '../../secrets/keyed-hash.ts'
import { isSameSecret } from '../cookies.ts'

/** 96 bits, as base64url. */
const SIGNATURE_LENGTH = 16

export type SignedCursors = {
  /** Signs a cursor for the list at `path`. */
  sign: (path: string, cursor: string) => string
  /** Verifies and removes the signature. @throws Refusal invalid-input if the cursor was not signed for this list */
  read: (path: string, signed: string) => string
}

/**
 * Signs the cursors of lists. Replies are cached by cursor, so callers must not be able to forge cursors and fill the
 * cache. The encoded text is signed, so that each position has exactly one valid cursor.
 */
export function createSignedCursors(authSecret: string): SignedCursors {
  const key = deriveKey(authSecret, 'places in lists')
  const signatureOf = (path: string, place: string) =>
    createHmac('sha256', key).update(`${path}\n${place}`).digest('base64url').slice(0, SIGNATURE_LENGTH)
  return {
    sign: (path, place) => signatureOf(path, place) + place,
    read(path, signed) {
      const place = signed.slice(SIGNATURE_LENGTH)
      if (!isSameSecret(signed.slice(0, SIGNATURE_LENGTH), signatureOf(path, place)))
        throw invalidCursorRefusal()
      return place
    },
  }
}
