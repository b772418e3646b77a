import fc from 'fast-check'
import type * as z from 'zod/mini'
import { checksOf } from './checks-of.ts'

/** Characters of one to four bytes, and those with a special meaning in JSON, SQL or URLs. */
const CHARACTERS = [
  'a',
  'Z',
  '7',
  ' ',
  'ø',
  'অ',
  '字',
  '😀',
  'İ',
  'ß',
  '"',
  '\\',
  "'",
  '%',
  '_',
  '&',
  '+',
  '<',
]

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

/** The keys of a push subscription: a secret, or a point that is nearly never on the curve. */
const bytes = (count: number) =>
  fc
    .uint8Array({ minLength: count, maxLength: count })
    .map(values => Buffer.from(values).toString('base64url'))

/** Times that are in the next weeks in every time zone, as a form has them. */
const comingTimes = fc
  .integer({ min: 2 * 1440, max: 80 * 1440 })
  .map(minutes => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length))

/** Most schemas refuse some of these. Whatever they accept must be stored and shown. */
const PROBLEM_TEXTS = [
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
  fc.string({ unit: fc.constantFrom(...CHARACTERS), maxLength: 30 }),
  phoneNumbers,
  dates,
  dates.map(date => date.slice(0, 10)),
  comingTimes,
  fc.emailAddress(),
  fc.webUrl(),
  bytes(16),
  bytes(65),
  fc.uuid().chain(id => fc.constantFrom(id, id.toUpperCase())),
]

/** Listed twice, because these texts find more faults than others. */
const PROBLEM_POOLS = [fc.constantFrom(...PROBLEM_TEXTS), fc.constantFrom(...PROBLEM_TEXTS, '\0', '\0')]

/** If fewer texts of a pool are valid, filtering it would be slow. */
const MIN_SHARE = 0.04
const SAMPLES = 100

const samples = new Map<fc.Arbitrary<string>, string[]>()

function samplesOf(pool: fc.Arbitrary<string>) {
  const found = samples.get(pool) ?? fc.sample(pool, { numRuns: SAMPLES, seed: 1 })
  samples.set(pool, found)
  return found
}

/**
 * Generates valid texts of a schema: from every pool of which enough texts are valid, texts of the maximum length, and
 * the known texts that are valid. If no pool is suitable, its texts are generated from the schema's patterns.
 */
export function textsFor(schema: z.core.$ZodType, known: readonly string[]): fc.Arbitrary<string> {
  const fits = (text: string) => (schema as z.ZodMiniType).safeParse(text).success
  const { patterns, max } = checksOf(schema)
  const isEnough = (pool: fc.Arbitrary<string>) => samplesOf(pool).filter(fits).length >= SAMPLES * MIN_SHARE
  const pools = [...POOLS, ...PROBLEM_POOLS, ...textsOfMaxLength(max)].filter(isEnough)
  // Generating from a pattern is slow if it allows the whole of Unicode.
  const fitting = pools.length > 0 ? pools : patterns.flatMap(matching).filter(isEnough)
  const knownToFit = known.filter(fits)
  return fc.oneof(
    ...fitting.map(pool => pool.filter(fits)),
    ...(knownToFit.length > 0 ? [{ weight: 3, arbitrary: fc.constantFrom(...knownToFit) }] : []),
  )
}

const textsOfMaxLength = (max: number | undefined) =>
  max === undefined
    ? []
    : [fc.constantFrom(...CHARACTERS).map(character => character.repeat(max).slice(0, max))]

/** Empty if the library cannot generate from the pattern. */
function matching(pattern: RegExp): fc.Arbitrary<string>[] {
  try {
    return [fc.stringMatching(pattern)]
  } catch {
    return []
  }
}
