import fc from 'fast-check'
import * as z from 'zod/mini'

type Schema = z.core.$ZodType

/** Whether a value is valid for a schema. */
const fitsIn = (schema: Schema) => (value: unknown) => z.safeParse(schema, value).success

/**
 * Generates valid inputs of a schema by walking it. A walk cannot see refinements, so what the schema refuses is
 * discarded.
 * @param known values that exist on the tested server, such as ids of its records
 * @throws Error for an unknown type of schema, or if no generated input is valid
 */
export function inputsOf(schema: Schema, known: readonly string[] = []): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  const inner = (part: Schema) => inputsOf(part, known)
  const generated = (): fc.Arbitrary<unknown> => {
    switch (def.type) {
      case 'string':
        return textsOf(schema, known)
      case 'number':
        return numbersOf(schema, def.coerce === true)
      case 'boolean':
        return fc.boolean()
      case 'literal':
        return fc.constantFrom(...def.values)
      case 'enum':
        return fc.constantFrom(...Object.values(def.entries))
      case 'union':
        return fc.oneof(...def.options.map(inner))
      case 'nullable':
        return fc.option(inner(def.innerType))
      case 'optional':
      case 'default':
        return fc.option(inner(def.innerType), { nil: undefined })
      case 'pipe':
        // What is changed before it is checked.
        return inner(def.in._zod.def.type === 'transform' ? def.out : def.in)
      case 'array':
        return fc.array(inner(def.element), { maxLength: 5 })
      case 'object':
        // JSON has no undefined, so such fields are left out.
        return fc
          .record(Object.fromEntries(Object.entries(def.shape).map(([name, part]) => [name, inner(part)])))
          .map(object => JSON.parse(JSON.stringify(object)))
      default:
        throw new Error(`Inputs of schemas of type ${def.type} cannot be generated yet.`)
    }
  }
  const inputs = generated()
  if (!fc.sample(inputs, { numRuns: 100, seed: 1 }).some(fitsIn(schema)))
    throw new Error(`No valid input was generated for a schema of type ${def.type}.`)
  return inputs.filter(fitsIn(schema))
}

type Constraints = { minimum?: number; maximum?: number; maxLength?: number; pattern?: string }

const constraintsOf = (schema: Schema) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Constraints

function numbersOf(schema: Schema, isCoerced: boolean): fc.Arbitrary<unknown> {
  const { minimum: min = -(2 ** 31), maximum: max = 2 ** 31 } = constraintsOf(schema)
  const numbers = fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max))
  return isCoerced ? numbers.map(String) : numbers
}

/** Texts that often break servers. Most schemas refuse some; what they accept must be stored and shown. */
const PROBLEM_TEXTS = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e',
  '\u2028',
  '\ufeff',
  '\n',
  '%',
  "'",
  '\\',
  '-1',
]

const dates = fc.date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
/** The next weeks, when blood may be needed in every time zone. */
const soon = fc.integer({ min: 2, max: 80 }).map(days => new Date(Date.now() + days * 86_400_000))
const bytes = (length: number) =>
  fc
    .uint8Array({ minLength: length, maxLength: length })
    .map(values => Buffer.from(values).toString('base64url'))
const phoneNumbers = fc
  .tuple(
    fc.constantFrom('017', '+880 17', '0017', '০১৭', '０１７'),
    fc.integer({ min: 10_000_000, max: 99_999_999 }),
  )
  .map(([start, rest]) => `${start}${String(rest).slice(0, 2)}-${String(rest).slice(2)}`)

const POOLS: fc.Arbitrary<string>[] = [
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom(...'aZ7 øঅ字😀İß"\\\'%_&+<'), maxLength: 30 }),
  fc.constantFrom(...PROBLEM_TEXTS),
  fc.constantFrom('1', '2.0', ' ৩', '４'),
  phoneNumbers,
  ...[4, 10, 24].map(length => dates.map(date => date.toISOString().slice(0, length))),
  soon.map(date => date.toISOString().slice(0, 'YYYY-MM-DDTHH:mm'.length)),
  fc.emailAddress(),
  fc.webUrl(),
  fc.uuid(),
  // The keys of a push subscription.
  ...[16, 65].map(bytes),
]

/** If fewer of a hundred texts of a pool are valid, filtering it would be slow. */
const MIN_VALID = 4
const SAMPLED = POOLS.map(pool => ({ pool, samples: fc.sample(pool, { numRuns: 100, seed: 1 }) }))

/**
 * Valid texts of a schema: from every pool of which enough texts are valid, of the maximum length, and the known texts.
 * If no pool is suitable, they are generated from the schema's pattern.
 */
function textsOf(schema: Schema, known: readonly string[]): fc.Arbitrary<string> {
  const fits = fitsIn(schema)
  const { maxLength, pattern } = constraintsOf(schema)
  const pools = SAMPLED.flatMap(({ pool, samples }) => (samples.filter(fits).length >= MIN_VALID ? pool : []))
  const longest = maxLength === undefined ? [] : [...'7aঅ'].map(unit => unit.repeat(maxLength)).filter(fits)
  if (longest.length > 0) pools.push(fc.constantFrom(...longest))
  const knownToFit = known.filter(fits)
  if (knownToFit.length > 0) pools.push(fc.constantFrom(...knownToFit), fc.constantFrom(...knownToFit))
  if (pools.length === 0 && pattern !== undefined) pools.push(fc.stringMatching(new RegExp(pattern, 'u')))
  return fc.oneof(...pools.map(pool => pool.filter(fits)))
}

/** JSON values that no form expects. */
const oddValues: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    ...PROBLEM_TEXTS,
    'x'.repeat(5000),
    '2024-02-30',
    'NaN',
    "'; drop table users; --",
  ),
  fc.constantFrom<unknown>(null, true, 0, -1, 0.5, 1e308, 2 ** 53 + 2, [], {}, [null]),
  fc.jsonValue(),
)

/** Names of fields that no form has, or that a person may not set (docs/trust.md, 10). */
const ODD_NAMES = [
  '__proto__',
  'constructor',
  'role',
  'isVerified',
  'userId',
  'status',
  'requestedAt',
  '',
  'a.b',
]

/** Inputs with one odd value, one field missing or one field too many. */
export const brokenInputsOf = (inputs: fc.Arbitrary<unknown>): fc.Arbitrary<object> =>
  fc
    .record({
      entries: inputs.map(input => Object.entries(Object(input))),
      nth: fc.nat(20),
      name: fc.constantFrom(...ODD_NAMES),
      odd: oddValues,
      fault: fc.constantFrom('odd', 'odd', 'missing', 'unknown'),
    })
    .map(({ entries, nth, name, odd, fault }) => {
      const at = nth % Math.max(entries.length, 1)
      if (fault === 'unknown') return [...entries, [name, odd]]
      const replaced = fault === 'odd' && entries[at] ? [[entries[at][0], odd]] : []
      return entries.toSpliced(at, 1, ...(replaced as typeof entries))
    })
    .map(entries => Object.fromEntries(entries))
