import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { everyEndpoint } from '../../http/every-endpoint.ts'
import { fitsIn, inputsOf } from './inputs-of.ts'

const sampleOf = (schema: z.ZodMiniType, known?: string[]) =>
  fc.sample(inputsOf(schema, known), { numRuns: 200, seed: 7 })

test.each([
  ['a text with limits', z.string().check(z.minLength(3), z.maxLength(5))],
  ['a text of a pattern', z.string().check(z.regex(/^[\w-]{43}$/))],
  ['a refined text', z.string().check(z.refine(text => /^\+?[\d ]{5,}$/.test(text)))],
  ['an email', z.email()],
  ['an id', z.uuid()],
  ['a day', z.iso.date()],
  ['a time', z.iso.datetime()],
  ['a whole number', z.number().check(z.int(), z.minimum(1), z.maximum(3))],
  ['a number out of a text', z.coerce.number().check(z.int(), z.minimum(1))],
  ['a choice', z.union([z.literal(''), z.enum(['a', 'b'])])],
  ['null or a list', z.nullable(z.array(z.boolean()))],
  [
    'what is changed on its way',
    z.pipe(
      z._default(z.nullable(z.string()), null),
      z.transform(text => text || null),
    ),
  ],
  [
    'a form whose fields belong together',
    z
      .strictObject({ from: z.int(), to: z.optional(z.int()) })
      .check(z.refine(({ from, to = from }) => from <= to)),
  ],
])('%s: whatever is made fits', (_, schema) => {
  expect(sampleOf(schema).every(fitsIn(schema))).toBe(true)
})

test('limits, choices and what may be left out are all met', () => {
  const numbers = sampleOf(z.number().check(z.int(), z.minimum(1), z.maximum(100)))
  expect(numbers).toEqual(expect.arrayContaining([1, 100]))
  const texts = sampleOf(z.string().check(z.maxLength(40))).map(text => String(text).length)
  expect(Math.max(...texts)).toBe(40)
  const forms = sampleOf(z.strictObject({ group: z.enum(['A+', 'O-']), note: z._default(z.string(), '') }))
  expect(new Set(forms.map(form => Reflect.get(form as object, 'group')))).toEqual(new Set(['A+', 'O-']))
  expect(new Set(forms.map(form => 'note' in (form as object)))).toEqual(new Set([true, false]))
})

test('values that mean something are among what is made, where they fit', () => {
  const known = ['01900000-0000-7000-8000-000000000001', 'rima@example.edu']
  expect(sampleOf(z.uuid(), known)).toContain(known[0])
  expect(sampleOf(z.email(), known)).toContain(known[1])
  expect(sampleOf(z.uuid(), known)).not.toContain(known[1])
})

test('what cannot be made is told, not waited for', () => {
  expect(() => inputsOf(z.string().check(z.refine(text => text === 'a secret word')))).toThrow()
  expect(() => inputsOf(z.date())).toThrow('of the kind date')
})

const endpoints = await everyEndpoint()
test.each(endpoints.map(endpoint => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  'inputs can be made for %s',
  (_, { params, query, body }) => {
    for (const schema of [params, query, body])
      if (schema) expect(sampleOf(schema).every(fitsIn(schema))).toBe(true)
  },
)
