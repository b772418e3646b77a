import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { everyEndpoint } from '../../http/every-endpoint.ts'
import { fitsIn, inputsOf } from './inputs-of.ts'

const sampleOf = (schema: z.ZodMiniType, known?: string[]) =>
  fc.sample(inputsOf(schema, known), { numRuns: 200, seed: 7 })

test.each([
  ['a string with limits', z.string().check(z.minLength(3), z.maxLength(5))],
  ['a string with a pattern', z.string().check(z.regex(/^[\w-]{43}$/))],
  ['a refined string', z.string().check(z.refine(text => /^\+?[\d ]{5,}$/.test(text)))],
  ['an email', z.email()],
  ['an id', z.uuid()],
  ['a date', z.iso.date()],
  ['a date and time', z.iso.datetime()],
  ['an integer', z.number().check(z.int(), z.minimum(1), z.maximum(3))],
  ['a number coerced from a string', z.coerce.number().check(z.int(), z.minimum(1))],
  ['a union', z.union([z.literal(''), z.enum(['a', 'b'])])],
  ['a nullable array', z.nullable(z.array(z.boolean()))],
  [
    'a transformed value',
    z.pipe(
      z._default(z.nullable(z.string()), null),
      z.transform(text => text || null),
    ),
  ],
  [
    'an object with a rule across fields',
    z
      .strictObject({ from: z.int(), to: z.optional(z.int()) })
      .check(z.refine(({ from, to = from }) => from <= to)),
  ],
])('%s: every generated input is valid', (_, schema) => {
  expect(sampleOf(schema).every(fitsIn(schema))).toBe(true)
})

test('limits, enum values and omitted optional fields are all generated', () => {
  const numbers = sampleOf(z.number().check(z.int(), z.minimum(1), z.maximum(100)))
  expect(numbers).toEqual(expect.arrayContaining([1, 100]))
  const texts = sampleOf(z.string().check(z.maxLength(40))).map(text => String(text).length)
  expect(Math.max(...texts)).toBe(40)
  const forms = sampleOf(z.strictObject({ group: z.enum(['A+', 'O-']), note: z._default(z.string(), '') }))
  expect(new Set(forms.map(form => Reflect.get(form as object, 'group')))).toEqual(new Set(['A+', 'O-']))
  expect(new Set(forms.map(form => 'note' in (form as object)))).toEqual(new Set([true, false]))
})

test('known values are generated where they are valid', () => {
  const known = ['01900000-0000-7000-8000-000000000001', 'rima@example.edu']
  expect(sampleOf(z.uuid(), known)).toContain(known[0])
  expect(sampleOf(z.email(), known)).toContain(known[1])
  expect(sampleOf(z.uuid(), known)).not.toContain(known[1])
})

test('a schema for which no input can be generated throws at once', () => {
  expect(() => inputsOf(z.string().check(z.refine(text => text === 'a secret word')))).toThrow()
  expect(() => inputsOf(z.date())).toThrow('of type date')
})

const endpoints = await everyEndpoint()
test.each(endpoints.map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  'inputs can be generated for %s',
  (_, { params, query, body }) => {
    for (const schema of [params, query, body])
      if (schema) expect(sampleOf(schema).every(fitsIn(schema))).toBe(true)
  },
)
