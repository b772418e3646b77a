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
