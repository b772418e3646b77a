import { passwordLength } from '@blood-bank/contract/passwords/accounts'

const FAIR = 36
const STRONG = 60

/**
 * A rough estimate for the hint beside the field, never a rule: the bits needed to guess it by kinds of characters, with
 * repeated characters counted as a quarter.
 */
export function strengthOf(password: string): 'weak' | 'fair' | 'strong' {
  const kinds: [RegExp, number][] = [
    [/\p{Ll}/u, 26],
    [/\p{Lu}/u, 26],
    [/\p{Nd}/u, 10],
    [/[^\p{L}\p{Nd}]/u, 32],
    [/\p{Lo}/u, 100],
  ]
  const alphabet = kinds.reduce((sum, [kind, size]) => sum + (kind.test(password) ? size : 0), 0)
  const distinct = new Set(password).size
  const length = distinct + (passwordLength(password) - distinct) / 4
  const bits = length * Math.log2(Math.max(alphabet, 1))
  return bits >= STRONG ? 'strong' : bits >= FAIR ? 'fair' : 'weak'
}
