import { createHmac } from 'node:crypto'
import { invalidCursorRefusal } from '../../database/cursor.ts'
import { deriveKey } from '../../secrets/derive-key.ts'
import { isSameSecret } from '../cookies.ts'

/** 96 bits, as base64url. */
const SIGNATURE_LENGTH = 16

export type SignedCursors = {
  /** Signs the place after which a list goes on; `path` says which list. */
  sign: (path: string, cursor: string) => string
  /** The place in what a caller sent as `after`. @throws Refusal invalid-input when we have not signed it for this list */
  read: (path: string, signed: string) => string
}

/**
 * Signs the places in lists, so that nobody can make up more of them than the lists have: replies are cached by the
 * place that was asked for. What is signed is the text, so that a place has one spelling.
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
