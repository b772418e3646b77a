import { inAsciiDigits, withoutEnd } from '../typed-text/clean.ts'

/** What people write before an extension; RFC 3966 writes `;ext=`. A `#` may also stand among the separators that follow. */
const MARKER = /(?:;\s*ext\s*=|(?:[;/]\s*)?(?:ext(?:ension|n)?|x|এক্স(?:টেনশন|ট)?))$/iu

const LAST_DIGITS = /\p{Nd}{1,6}$/u
const SEPARATOR = /[\s.:#-]/
const SPACE_OR_COMMA = /[\s,]/

/** Splits a number and its extension as written; `extension` is null if there is none. */
export function splitExtension(number: string): { number: string; extension: string | null } {
  const digits = LAST_DIGITS.exec(number.trimEnd())
  const marked = number.slice(0, digits?.index ?? 0)
  const withoutSeparators = withoutEnd(marked, SEPARATOR)
  const hashAt = marked.indexOf('#', withoutSeparators.length)
  const markerAt = MARKER.exec(withoutSeparators)?.index ?? hashAt
  const before = withoutEnd(marked.slice(0, Math.max(markerAt, 0)), SPACE_OR_COMMA)
  // "*123*45#6" is a code to be dialled, "#12345" a number.
  if (!digits || !/\p{Nd}/u.test(before) || before.includes('*')) return { number, extension: null }
  return { number: before, extension: digits[0] }
}

/** A number with decimals, as programs write one that they take for an amount: "1712345675.0". */
const DECIMAL = /^\+?\d{7,}\.\d{1,2}$|\d[.,]0+$/

/** Fewer digits before a slash are an area code: "030/123456" is one number. */
const MIN_DIGITS_BEFORE_SLASH = 6

/** No number has two groups of so many digits with blanks around them. */
const MIN_DIGITS_OF_SECOND = 7

const countDigits = (text: string) => text.replace(/\D/g, '').length
const hasDigits = (text: string) => /\d/.test(text)

/** Whether a text without its extension is more than one number: "01712345675, 01812345675", "9661551/52", "9661551 (2)". */
function isSeveral(number: string): boolean {
  const [first = '', ...others] = number.split(/[/~]/)
  return (
    number.split(/[,;]/).filter(hasDigits).length > 1 ||
    (countDigits(first) >= MIN_DIGITS_BEFORE_SLASH && others.some(hasDigits)) ||
    number.split(/[^\d().\p{Pd}\u2212]+/u).filter(part => countDigits(part) >= MIN_DIGITS_OF_SECOND).length >
      1 ||
    hasDigits(number.slice(0, number.lastIndexOf('+') + 1)) ||
    (hasDigits(number.slice(0, Math.max(number.lastIndexOf('('), 0))) && /\d\s*\)\s*$/.test(number))
  )
}

/** Why a number would be dialled otherwise than it is shown; null if it is one number. */
export function findDialFault(text: string): 'decimal' | 'several' | null {
  const { number } = splitExtension(inAsciiDigits(text))
  const trimmed = number.trim()
  return DECIMAL.test(trimmed) ? 'decimal' : isSeveral(trimmed) ? 'several' : null
}

/**
 * What a phone dials for a number as people write it: its digits as they are shown, with the plus sign, and the extension
 * as in RFC 3966. Null for what cannot be dialled like that, such as two numbers, or a code with stars.
 */
export function dialable(text: string): string | null {
  const { number, extension } = splitExtension(inAsciiDigits(text))
  const digits = number.replace(/\D/g, '')
  if (digits === '' || number.includes('*') || findDialFault(text)) return null
  const plus = number.includes('+') ? '+' : ''
  return `${plus}${digits}${extension === null ? '' : `;ext=${extension}`}`
}
