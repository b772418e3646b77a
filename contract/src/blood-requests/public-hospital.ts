import { wordsOf } from '../typed-text/words.ts'
import type { BloodRequest } from './endpoints.ts'

/** Characters that nobody sees and that keep a link from being recognized: soft hyphens, joiners, marks of direction. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu

/** The full stops of Chinese and Japanese, which browsers read as the dots of an address. */
const IDEOGRAPHIC_FULL_STOP = /。/g

/** Full-width and circled characters become plain ones. */
const plain = (text: string) =>
  text.normalize('NFKC').replace(INVISIBLE, '').replace(IDEOGRAPHIC_FULL_STOP, '.').toLowerCase()

const ENDS_LIKE_A_LABEL = /[\p{L}\p{M}\p{N}]$/u
const LABEL = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}_-]*/u

/**
 * Whether a text reads as a link, the address of a site or an email address: `://`, `www.`, `@`, or a dot without a blank
 * before a label of two letters or more. "B.S.M.M.U." and "St. Mary's" do not.
 */
export function hasLink(text: string): boolean {
  const typed = plain(text)
  if (['://', 'www.', '@'].some(part => typed.includes(part))) return true
  const parts = typed.split('.')
  return parts.some((part, at) => {
    const [label = ''] = ENDS_LIKE_A_LABEL.test(parts[at - 1] ?? '') ? (LABEL.exec(part) ?? []) : []
    return countOf(/\p{L}/gu, label) >= 2
  })
}

const DIGIT_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine']
const DIGIT_WORD = /zero|one|two|three|four|five|six|seven|eight|nine/g

/** A word that consists of names of digits as these digits: "zeroone" is 01, and "stone" is not. */
function digitsOf(word: string) {
  const digits = word.replace(DIGIT_WORD, name => String(DIGIT_WORDS.indexOf(name)))
  return /^\p{N}+$/u.test(digits) ? digits : word
}

/** More digits than this in the whole text may be a phone number, whatever is between them. */
const MAX_DIGITS = 6

/**
 * Whether a text may be a phone number, so that it is not shown to anybody: five digits of any script with no letter between
 * them, or seven in all. A digit may be circled or an English word. "Building 3, Room 1204" does not; "Rooms 1204-1206" does.
 */
export function hasPhoneNumber(text: string): boolean {
  const typed = plain(text)
    .replace(/[\p{L}\p{M}]+/gu, digitsOf)
    .replace(/[^\p{L}\p{N}]+/gu, '')
  return /\p{N}{5}/u.test(typed) || countOf(/\p{N}/gu, typed) > MAX_DIGITS
}

const countOf = (kind: RegExp, text: string) => text.match(kind)?.length ?? 0

/** Shorter names and words are parts of too many others. */
const MIN_LETTERS = 3

const isLongEnough = (word: string) => (word.match(/\p{L}/gu)?.length ?? 0) >= MIN_LETTERS

/** A text without blanks, and where its words begin and end in it. */
function joinWords(words: string[]) {
  const starts = new Set<number>()
  const ends = new Set<number>()
  let length = 0
  for (const word of words) {
    starts.add(length)
    length += word.length
    ends.add(length)
  }
  return { joined: words.join(''), starts, ends }
}

/**
 * Whether a text contains the whole name of a person, also joined, spaced out, or in letters that look alike. A name of one
 * word counts only where words of the text begin and end: "Alipur Hospital" does not contain "Ali".
 */
export const hasWholeName = (text: string, name: string): boolean =>
  containWhole(wordsOf(text), wordsOf(name))

/**
 * Whether a text contains one of these names, whole or a word of it, of three letters or more: as a word, spaced out, or
 * joined with others of the name.
 */
export function hasPartOfName(text: string, names: string[]): boolean {
  const words = wordsOf(text)
  return names
    .map(wordsOf)
    .some(name => containWhole(words, name) || isMadeOf(words, name.filter(isLongEnough)))
}

function containWhole(words: string[], name: string[]) {
  const whole = name.join('')
  if (!isLongEnough(whole)) return false
  return name.length > 1 ? words.join('').includes(whole) : isMadeOf(words, name)
}

/** Whether some words in a row are made of nothing but parts, such as "S e c r e t" and "secretsecret" of "secret". */
function isMadeOf(words: string[], parts: string[]) {
  const { joined, starts, ends } = joinWords(words)
  const reached = new Set(starts)
  for (let at = 0; at < joined.length; at += 1)
    for (const part of reached.has(at) ? parts : []) {
      if (!joined.startsWith(part, at)) continue
      if (ends.has(at + part.length)) return true
      reached.add(at + part.length)
    }
  return false
}

type Names = Pick<BloodRequest, 'patientName' | 'contactPerson'>

/** Whether a text of a blood request reads as no link and no phone number. */
const hasNoContact = (text: string) => !hasLink(text) && !hasPhoneNumber(text)

/** Whether a text contains a word of the name of the patient or the contact person. */
const namesSomebody = (text: string, { patientName, contactPerson }: Names) =>
  hasPartOfName(text, [patientName, contactPerson])

/**
 * The hospital of a blood request as it may be shown to anybody; null if it may not: it names the patient or the contact
 * person, unless others show that the hospital is called so, or reads as a link or a phone number.
 */
export const publicHospitalOf = (
  { hospitalName, ...names }: Names & Pick<BloodRequest, 'hospitalName'>,
  { isKnown = false } = {},
): string | null =>
  hasNoContact(hospitalName) && (isKnown || !namesSomebody(hospitalName, names)) ? hospitalName : null

/** The location of its hospital as it may be shown to anybody. */
export const publicLocationOf = ({
  hospitalLocation,
  ...names
}: Names & Pick<BloodRequest, 'hospitalLocation'>): string | null =>
  hospitalLocation !== null && hasNoContact(hospitalLocation) && !namesSomebody(hospitalLocation, names)
    ? hospitalLocation
    : null
