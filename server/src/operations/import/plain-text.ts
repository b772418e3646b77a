import { cleanCode, inAsciiDigits } from '@blood-bank/contract/typed-text/clean'

/** A minus, and the hyphens and dashes that programs put in its place. */
const DASH = /[\p{Pd}\u2212]/gu

/**
 * The text of a cell as it is compared and parsed: one kind of dash, ASCII digits, single spaces, and no characters that
 * nobody sees, such as the direction marks of chat programs.
 */
export const plainText = (cell: string): string =>
  inAsciiDigits(cell.normalize('NFKC'))
    .replace(DASH, '-')
    .replace(/\p{Cf}/gu, '')
    .replace(/\s+/gu, ' ')
    .trim()

/** University IDs are compared without case, spaces and punctuation, as people write them differently. */
export const comparableId = (universityId: string): string =>
  cleanCode(universityId)
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
