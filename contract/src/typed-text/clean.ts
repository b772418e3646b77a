/**
 * Marks that show nothing and come along when text is copied: direction marks, zero-width spaces, byte order marks and
 * soft hyphens. Joiners and variation selectors stay: letters of many scripts, and emoji, need them.
 */
const COPIED_MARKS = /[\u00ad\u061c\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g

/**
 * More than any field holds with what is copied along. A longer text stays as it is, so that its field refuses it for its
 * length: 60 kB of what nobody sees around one letter is not that letter.
 */
const MAX_CLEANED_LENGTH = 10_000

/** A text that people read, without the marks of copying and blanks around it. */
export const cleanText = (typed: string): string =>
  typed.length > MAX_CLEANED_LENGTH ? typed : typed.replace(COPIED_MARKS, '').trim()

const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** Full-width forms of ASCII, without the digits. */
const FULL_WIDTH = /[\uff01-\uff0f\uff1a-\uff5e]/g
const FULL_WIDTH_OFFSET = 0xfee0

const END_OF_SENTENCE = /[\s.。।]/

/**
 * An email address without what nobody sees, blanks around it and the full stop of a sentence, and with ASCII in place of
 * full-width letters. Digits of other scripts stay, as they would make it another address.
 */
export function cleanEmail(typed: string): string {
  if (typed.length > MAX_CLEANED_LENGTH) return typed
  const seen = typed
    .replace(UNSEEN, '')
    .replace(FULL_WIDTH, form => String.fromCharCode(form.charCodeAt(0) - FULL_WIDTH_OFFSET))
  return withoutEnd(seen, END_OF_SENTENCE).trimStart()
}

/** The same for everything else that machines read, such as a number, a code, an id or a date; its digits become ASCII. */
export const cleanCode = (typed: string): string => inAsciiDigits(cleanEmail(typed))

/** By digit: a text can have many, and a digit is found by counting down to the zero of its script. */
const VALUES = new Map<string, string>()

/** Writes digits of every script in ASCII. In Unicode, those of a script are ten in a row; rows can follow each other. */
export const inAsciiDigits = (text: string): string =>
  text.replace(/(?!\d)\p{Nd}/gu, digit => {
    const known = VALUES.get(digit)
    if (known) return known
    const code = digit.codePointAt(0) ?? 0
    let zero = code
    while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
    const value = String((code - zero) % 10)
    VALUES.set(digit, value)
    return value
  })

/**
 * A text without the characters of a kind at its end. A loop, because an expression like `/ +$/` tries to match from each
 * blank of the text, and takes time in proportion to the square of their number.
 */
export function withoutEnd(text: string, kind: RegExp): string {
  let end = text.length
  while (end > 0 && kind.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/**
 * A character that is visible on its own: no white space, no control or format character (joiners, direction marks),
 * no combining mark without a base, and none that Unicode lists as ignorable (Hangul fillers, variation selectors). The
 * last four are blank although Unicode classifies them as symbols or letters: the empty Braille cell, the musical null
 * note, and two Egyptian blanks.
 */
const VISIBLE =
  /[^\p{White_Space}\p{Cc}\p{Cf}\p{Cs}\p{Mn}\p{Me}\p{Default_Ignorable_Code_Point}\u{2800}\u{1D159}\u{13441}\u{13442}]/u

/** Whether a text contains at least one visible character. */
export const hasVisibleText = (text: string): boolean => VISIBLE.test(text)
