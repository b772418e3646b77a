import { randomBytes } from 'node:crypto'

/** Without letters that look like digits, as somebody may type a code from a poster. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** Five bits each: 130 bits cannot be guessed. */
const LENGTH = 26

export const createShareCode = (): string =>
  Array.from(randomBytes(LENGTH), byte => ALPHABET[byte % ALPHABET.length]).join('')

export const isShareCode = (text: string): boolean => /^[0-9a-z]{26}$/.test(text)
