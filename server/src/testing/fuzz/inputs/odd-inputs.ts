import fc from 'fast-check'

/** Values that often break servers. */
const PROBLEM_VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  0.5,
  1e308,
  2 ** 31,
  2 ** 53 + 2,
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u202e',
  '\u2028',
  '\u0007',
  '1e3',
  'NaN',
  'true',
  '%',
  '%00',
  '../../..',
  "'; drop table users; --",
  '2024-02-30',
  '0000-01-01',
  '9999-12-31',
  '+275760-09-13',
  'x'.repeat(5000),
  '💉'.repeat(70),
  [],
  {},
  [null],
  { __proto__: null, toString: 1 },
]

const nested = (depth: number) => {
  let value: unknown = 1
  for (let at = 0; at < depth; at += 1) value = at % 2 ? { a: value } : [value]
  return value
}

/** JSON values that no form expects. */
export const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...PROBLEM_VALUES) },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
  { weight: 1, arbitrary: fc.integer({ min: 10, max: 3000 }).map(nested) },
)

/** Names of fields that no form has or that a person may not set (TRUST 10). */
const ODD_NAMES = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'toString', 'role', 'isVerified', 'userId'),
  fc.constantFrom('isProfileActive', 'status', 'requestedAt', 'id', '', ' ', 'x'.repeat(2000), 'a.b', '\0'),
  fc.string({ unit: 'binary', maxLength: 5 }),
)

/** Inputs with one odd value, one field missing or one field too many, or an entirely different value. */
export const corrupted = (inputs: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc.oneof(
    {
      weight: 4,
      arbitrary: fc.tuple(inputs, fc.nat(20), oddValues).map(([from, at, odd]) => replaceOne(from, at, odd)),
    },
    { weight: 2, arbitrary: fc.tuple(inputs, fc.nat(20)).map(([from, at]) => removeOne(from, at)) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(inputs, ODD_NAMES, fc.oneof(oddValues, fc.constant('admin')))
        .map(([from, name, odd]) => Object.fromEntries([...entriesOf(from), [name, odd]])),
    },
    { weight: 1, arbitrary: oddValues },
  )

const entriesOf = (value: unknown) =>
  typeof value === 'object' && value !== null ? Object.entries(value) : []

function replaceOne(from: unknown, at: number, odd: unknown) {
  const entries = entriesOf(from)
  const place = at % Math.max(entries.length, 1)
  return Object.fromEntries(entries.map(([name, value], index) => [name, index === place ? odd : value]))
}

function removeOne(from: unknown, at: number) {
  const entries = entriesOf(from)
  return Object.fromEntries(entries.filter((_, index) => index !== at % Math.max(entries.length, 1)))
}
