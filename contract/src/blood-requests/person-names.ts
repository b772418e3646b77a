import { wordsOf } from '../typed-text/words.ts'

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
