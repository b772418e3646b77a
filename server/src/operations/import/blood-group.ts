import { BLOOD_GROUPS, type BloodGroup } from '@blood-bank/contract/blood-groups'
import { plainText } from './plain-text.ts'

const RH = String.raw`(?:rh\s*(?:\(\s*d\s*\)|d)?\s*)?`
const POSITIVE = String.raw`\+\s*(?:i?ve|positive|pos)?|positive|pos|plus`
const NEGATIVE = String.raw`-\s*(?:i?ve|negative|neg)?|negative|neg|minus`

/** The sign with the words and brackets around it: "+ve", "(-)", "(+)ve", "Rh positive". */
const sign = (words: string, character: string) =>
  String.raw`(?:${RH}(?:${words})|\(\s*${RH}(?:${words})\s*\)|\(\s*${character}\s*\)\s*i?ve)\.?`

/** "0" is how the group O is written in many countries; it cannot mean another group. */
const LETTERS = '(?<letters>ab|a|b|o|0)'
const FORMS = [
  { sign: '+', form: new RegExp(String.raw`^${LETTERS}\s*${sign(POSITIVE, String.raw`\+`)}$`) },
  { sign: '-', form: new RegExp(String.raw`^${LETTERS}\s*${sign(NEGATIVE, '-')}$`) },
]

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
  for (const { sign, form } of FORMS) {
    const letters = form.exec(latin)?.groups?.letters?.replace('0', 'o').toUpperCase()
    const group = BLOOD_GROUPS.find(known => known === `${letters}${sign}`)
    if (group) return group
  }
  return null
}
