import { type BloodGroup, findBloodGroup } from '@blood-bank/contract/donors/blood-groups'
import { plainText } from './plain-text.ts'

/** "0" is how the group O is written in many countries; it cannot mean another group. */
const LETTERS_AND_SIGN = /^(?<letters>ab|a|b|o|0) ?(?<sign>.*?)\.?$/

/** The sign with the words around it: "+ve", "Rh positive". */
const SIGNS: [RegExp, string][] = [
  [/^(?:rh ?(?:\( ?d ?\)|d)? ?)?(?:\+ ?(?:i?ve|positive|pos)?|positive|pos|plus)$/, '+'],
  [/^(?:rh ?(?:\( ?d ?\)|d)? ?)?(?:- ?(?:i?ve|negative|neg)?|negative|neg|minus)$/, '-'],
]
/** "(Rh +)", and "(+)ve". */
const IN_BRACKETS = /^\( ?(.*?) ?\)$/
const SIGN_IN_BRACKETS = /^\( ?([+-]) ?\) ?i?ve$/

/** The words of blood groups in Bengali, after NFC normalization. */
const BENGALI_WORDS: [RegExp, string][] = [
  [/^এবি/u, 'ab'],
  [/^এ/u, 'a'],
  [/^বি/u, 'b'],
  [/^ও/u, 'o'],
  [/পজিটিভ$|পজেটিভ$/u, 'positive'],
  [/নেগেটিভ$|নেগেটিব$/u, 'negative'],
]

/**
 * Reads a blood group as people write it; null unless it can be read in exactly one way. A wrong group can kill, so
 * nothing is guessed: no sign, a misspelt word, a question mark and "B-positive", where the hyphen could be a minus, are null.
 */
export function readBloodGroup(written: string): BloodGroup | null {
  const latin = BENGALI_WORDS.reduce(
    (text, [word, replacement]) => text.replace(word, replacement),
    plainText(written).toLowerCase(),
  )
  const { letters = '', sign = '' } = LETTERS_AND_SIGN.exec(latin)?.groups ?? {}
  const words = IN_BRACKETS.exec(sign)?.[1] ?? SIGN_IN_BRACKETS.exec(sign)?.[1] ?? sign
  const character = SIGNS.find(([form]) => form.test(words))?.[1]
  const group = `${letters.replace('0', 'o').toUpperCase()}${character}`
  return findBloodGroup(group)
}
