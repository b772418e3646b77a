import { withoutEnd } from '../typed-text.ts'

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
