/** The extension at the end of a phone number, with the separators that people write; RFC 3966 writes `;ext=`. */
const EXTENSION =
  /[\s,]*(?:;\s*ext\s*=|#|(?:[;/]\s*)?(?:ext(?:ension|n)?|x|এক্স(?:টেনশন|ট)?))[\s.:#-]*(\p{Nd}{1,6})\s*$/iu

/** Splits a number and its extension as written; `extension` is null if there is none. */
export function splitExtension(number: string): { number: string; extension: string | null } {
  const match = EXTENSION.exec(number)
  const before = match ? number.slice(0, match.index) : ''
  // "*123*45#6" is a code to be dialled, "#12345" a number.
  if (!match?.[1] || !/\p{Nd}/u.test(before) || before.includes('*')) return { number, extension: null }
  return { number: before, extension: match[1] }
}
