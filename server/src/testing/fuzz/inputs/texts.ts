import fc from 'fast-check'
import type * as z from 'zod/mini'
import { checksOf } from './checks-of.ts'

/** Letters of one to four bytes, and those that JSON, SQL and addresses treat in their own way. */
const LETTERS = ['a', 'Z', '7', ' ', 'ø', 'অ', '字', '😀', 'İ', 'ß', '"', '\\', "'", '%', '_', '&', '+', '<']

const ZEROS = ['0', '০', '٠', '０']
const phoneNumbers = fc
  .tuple(
    fc.constantFrom('', '+', '+880 ', '(0) ', '00'),
    fc.array(fc.nat(9), { minLength: 5, maxLength: 15 }),
    fc.constantFrom('', '-', ' ', '.'),
    fc.constantFrom(...ZEROS),
  )
  .map(([start, digits, mark, zero]) => {
    const written = digits.map(digit => String.fromCodePoint((zero.codePointAt(0) ?? 48) + digit))
    return `${start}${written.slice(0, 4).join('')}${mark}${written.slice(4).join('')}`
  })

const dates = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map(date => date.toISOString())

/** Most schemas refuse some of these; whatever they let in has to be stored and shown. */
const TROUBLESOME = [
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202e',
  '\u2028',
  '\ufeff',
  '\n',
  '%',
  "'",
  '\\',
  '-1',
]

const POOLS: fc.Arbitrary<string>[] = [
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...LETTERS), maxLength: 30 }),
  phoneNumbers,
  dates,
  dates.map(date => date.slice(0, 10)),
  fc.emailAddress(),
  fc.uuid().chain(id => fc.constantFrom(id, id.toUpperCase())),
]

/** Two shares, since one text of them is worth many others. */
const TROUBLE = [fc.constantFrom(...TROUBLESOME), fc.constantFrom(...TROUBLESOME, '\0', '\0')]

/** Fewer of a pool that fit would make the making slow. */
const LEAST_SHARE = 0.04
const SAMPLES = 100

const samples = new Map<fc.Arbitrary<string>, string[]>()

function samplesOf(pool: fc.Arbitrary<string>) {
  const found = samples.get(pool) ?? fc.sample(pool, { numRuns: SAMPLES, seed: 1 })
  samples.set(pool, found)
  return found
}

/**
 * Texts that a schema takes: from every pool of which enough are taken, as long as it allows, the known
 * ones that it takes; and where there are none of these, of its own patterns.
 */
export function textsFor(schema: z.core.$ZodType, known: readonly string[]): fc.Arbitrary<string> {
  const fits = (text: string) => (schema as z.ZodMiniType).safeParse(text).success
  const { patterns, most } = checksOf(schema)
  const isEnough = (pool: fc.Arbitrary<string>) =>
    samplesOf(pool).filter(fits).length >= SAMPLES * LEAST_SHARE
  const pools = [...POOLS, ...TROUBLE, ...longest(most)].filter(isEnough)
  // Turning a pattern around is slow where it allows the whole of Unicode.
  const fitting = pools.length > 0 ? pools : patterns.flatMap(matching).filter(isEnough)
  const knownToFit = known.filter(fits)
  return fc.oneof(
    ...fitting.map(pool => pool.filter(fits)),
    ...(knownToFit.length > 0 ? [{ weight: 3, arbitrary: fc.constantFrom(...knownToFit) }] : []),
  )
}

const longest = (most: number | undefined) =>
  most === undefined ? [] : [fc.constantFrom(...LETTERS).map(letter => letter.repeat(most).slice(0, most))]

/** Patterns that the library cannot turn around are left to the pools. */
function matching(pattern: RegExp): fc.Arbitrary<string>[] {
  try {
    return [fc.stringMatching(pattern)]
  } catch {
    return []
  }
}
