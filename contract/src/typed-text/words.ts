import { inAsciiDigits } from './clean.ts'

/** Letters of other scripts, Cyrillic first, each with the Latin one that it looks like. */
const LOOK_ALIKES = [
  'Аa Вb Сc Еe Нh Іi Јj Кk Мm Оo Рp Ѕs Тt Уy Үy Хx Ԛq Ԝw Ӏi Ԍg Ѵv',
  'аa вb сc еe нh һh іi јj кk мm оo рp ѕs тt уy үy хx ԛq ԝw ӏl ԁd ѵv ьb гr пn',
  'Αa Βb Εe Ζz Ηh Ιi Κk Μm Νn Οo Ρp Τt Υy Χx Ϲc Ϳj',
  'αa βb εe ηn ιi κk νv οo ρp τt υu χx ωw γy ϲc ϳj',
  'ıi ɡg ɑa',
]
const LATIN: ReadonlyMap<string, string> = new Map(
  LOOK_ALIKES.join(' ')
    .split(' ')
    .map(pair => [pair.charAt(0), pair.charAt(1)]),
)

const GREEK_CYRILLIC_OR_PHONETIC = /[\u0131\u0250-\u02af\u0370-\u052f]/g

/** The accents of Latin, Greek and Cyrillic letters. Bengali has vowel signs of its own, which stay. */
const ACCENTS = /[\u0300-\u036f]/g

/** The words of a text as they are compared: without case, accents, punctuation and what only looks different. */
export const wordsOf = (text: string): string[] =>
  inAsciiDigits(text)
    .normalize('NFKD')
    .replace(ACCENTS, '')
    .replace(GREEK_CYRILLIC_OR_PHONETIC, letter => LATIN.get(letter) ?? letter)
    .toLowerCase()
    .replace(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter(Boolean)

/** Whether two texts differ at most in case, blanks, marks, and letters that look alike. */
export const isSameText = (one: string, other: string): boolean =>
  wordsOf(one).join('') === wordsOf(other).join('')
