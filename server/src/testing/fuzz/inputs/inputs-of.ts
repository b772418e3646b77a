import fc from 'fast-check'
import type * as z from 'zod/mini'
import { checksOf } from './checks-of.ts'
import { textsFor } from './texts.ts'

/** A schema whose kind of `def` can be told by its type. */
type Schema = z.core.$ZodType
type Known = readonly string[]

/**
 * Inputs that a schema takes, found by walking it. What a walk cannot know, such as a refinement, is left to the
 * schema itself: what it refuses is made anew.
 * @param known values that mean something on the server at hand, such as ids of its records
 * @throws Error when a kind of schema is new here, or nothing that could be made is taken
 */
export function inputsOf(schema: Schema, known: Known = []): fc.Arbitrary<unknown> {
  const fits = fitsIn(schema)
  const made = walk(schema, known)
  if (!fc.sample(made, { numRuns: 20, seed: 1 }).some(fits))
    throw new Error(`No input could be made for this ${schema._zod.def.type}: teach testing/fuzz how.`)
  return made.filter(fits)
}

/** Whether a schema takes a value. */
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
      throw new Error(`A schema of the kind ${def.type} cannot be walked yet: teach testing/fuzz how.`)
  }
}

/** A field that may be undefined is left out: JSON has no undefined. */
function objectsOf(shape: Readonly<Record<string, Schema>>, known: Known) {
  const fields = Object.entries(shape).map(([name, schema]) => [name, inputsOf(schema, known)] as const)
  return fc
    .record(Object.fromEntries(fields))
    .map(object => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)))
}

function numbersFor(schema: Schema, isCoerced: boolean): fc.Arbitrary<unknown> {
  const { least = -(2 ** 31), most = 2 ** 31 } = checksOf(schema)
  const [min, max] = [Math.ceil(least), Math.floor(most)]
  const numbers = fc.oneof(fc.integer({ min, max }), fc.constantFrom(min, max))
  return isCoerced ? fc.oneof(numbers, numbers.map(String)) : numbers
}
