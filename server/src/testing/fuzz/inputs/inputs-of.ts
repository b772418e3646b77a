import fc from 'fast-check'
import type * as z from 'zod/mini'
import { checksOf } from './checks-of.ts'
import { textsFor } from './texts.ts'

/** A schema whose `def` is discriminated by its `type`. */
type Schema = z.core.$ZodType
type Known = readonly string[]

/**
 * Generates valid inputs of a schema by walking it. A walk cannot see refinements, so inputs that the schema refuses
 * are discarded.
 * @param known values that exist on the tested server, such as ids of its records
 * @throws Error for an unknown schema type, or if no generated input is valid
 */
export function inputsOf(schema: Schema, known: Known = []): fc.Arbitrary<unknown> {
  const fits = fitsIn(schema)
  const generated = walk(schema, known)
  if (!fc.sample(generated, { numRuns: 20, seed: 1 }).some(fits))
    throw new Error(
      `No valid input was generated for this ${schema._zod.def.type}. Extend testing/fuzz/inputs.`,
    )
  return generated.filter(fits)
}

/** Whether a value is valid for a schema. */
export const fitsIn = (schema: Schema) => (value: unknown) =>
  (schema as z.ZodMiniType).safeParse(value).success

function walk(schema: Schema, known: Known): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'string':
      return textsFor(schema, known)
    case 'number':
      return numbersFor(schema, def.coerce === true)
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    case 'literal':
      return fc.constantFrom(...def.values)
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries))
    case 'union':
      return fc.oneof(...def.options.map(option => inputsOf(option, known)))
    case 'nullable':
      return fc.option(inputsOf(def.innerType, known), { nil: null })
    case 'optional':
    case 'default':
    case 'prefault':
      return fc.option(inputsOf(def.innerType, known), { nil: undefined })
    case 'readonly':
    case 'nonoptional':
      return inputsOf(def.innerType, known)
    case 'pipe':
      return inputsOf(def.in, known)
    case 'array':
      return fc.array(inputsOf(def.element, known), { maxLength: 5 })
    case 'record':
      return fc.dictionary(fc.string(), inputsOf(def.valueType, known), { maxKeys: 5 })
    case 'object':
      return objectsOf(def.shape, known)
    case 'any':
    case 'unknown':
      return fc.jsonValue()
    default:
      throw new Error(`Schemas of type ${def.type} are not supported yet. Extend testing/fuzz/inputs.`)
  }
}

/** Omits undefined fields, because JSON has no undefined. */
function objectsOf(shape: Readonly<Record<string, Schema>>, known: Known) {
  const fields = Object.entries(shape).map(([name, schema]) => [name, inputsOf(schema, known)] as const)
  return fc
    .record(Object.fromEntries(fields))
    .map(object => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)))
}

function numbersFor(schema: Schema, isCoerced: boolean): fc.Arbitrary<unknown> {
  const checks = checksOf(schema)
  const [min, max] = [Math.ceil(checks.min ?? -(2 ** 31)), Math.floor(checks.max ?? 2 ** 31)]
  const numbers = fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max))
  return isCoerced ? fc.oneof(numbers, numbers.map(String)) : numbers
}
