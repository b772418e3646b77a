import type { User } from '@blood-bank/contract/users/endpoints'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { ANONYMOUS } from '../identity/access/caller.ts'
import { serve } from '../identity/access/serve.ts'
import { inputsOf } from '../testing/fuzz/inputs.ts'
import { createBareHttp } from '../testing/http/bare-http.ts'
import { everyEndpoint, pathOf } from '../testing/http/every-endpoint.ts'
import { isLengthCheckedFirst, stringFieldsOf, withTextAt } from '../testing/http/string-fields.ts'
import { ORIGIN } from '../testing/person.ts'

/** What is repeated, and what ends the text, so that an expression that matches all of it fails at the end. */
const HOSTILE: Record<string, readonly [unit: string, end: string]> = {
  blanks: [' ', 'a'],
  tabs: ['\t', 'a'],
  'line breaks': ['\n', '\u0007'],
  commas: [',', '#'],
  hashes: ['#', '!'],
  extensions: [' ext', '!'],
  'digits with separators': ['0-', '!'],
  'equals signs': ['=', 'a'],
  'at signs': ['@', 'a'],
  'an email address': ['a@a.', '!'],
  'dots and letters': ['a.', '@'],
  'colons and slashes': ['://', ' '],
  'different letters': [String.fromCodePoint(...Array.from({ length: 1000 }, (_, at) => 0x4e00 + at)), '.'],
  hyphens: ['-', '!'],
  'combining marks': ['\u0301\u0316', 'a'],
  'joiners of zero width': ['\u200d', 'a'],
  'marks of direction': ['\u202ea', 'a'],
  'halves of surrogate pairs': ['\ud83d', 'a'],
  'parts of Korean letters': ['\u1112\u1161\u11ab', '!'],
  'letters of several scripts': ['aаαঅ', '!'],
  'circled digits': ['①', '!'],
  'quotes and backslashes': [`"\\'`, '\0'],
}
const HARMLESS = ['x', ''] as const

/** What the server accepts, without what is around the text: `MAX_BODY_BYTES`, and the limit of Node for headers. */
const PARTS = {
  body: { bytes: 63_000, encode: (text: string) => JSON.stringify(text) },
  query: { bytes: 14_000, encode: (text: string) => encodeURIComponent(text.toWellFormed()) },
}
type Part = keyof typeof PARTS

/** How many times as long as the harmless text a hostile one may take. What grows with the square takes some hundred times as long. */
const MAX_RATIO = 20
/** The machine may be busy with something else during one of so many calls, not during all. */
const MAX_TRIES = 8

function textFor(part: Part, [unit, end]: readonly [string, string]) {
  const { bytes, encode } = PARTS[part]
  // White space in front would be removed.
  return `a${unit.repeat(Math.floor(bytes / Buffer.byteLength(encode(unit))))}${end}`
}

const ADMIN: User = {
  id: '0198f3a0-1234-7abc-8def-0123456789ab',
  email: 'admin@example.edu',
  role: 'admin',
  emailVerified: true,
  createdAt: '2026-01-01T00:00:00.000Z',
}
// The caller may call every endpoint, so that nothing is refused before its texts are looked at.
const http = createBareHttp({
  resolveCaller: async () => ({ ...ANONYMOUS, user: ADMIN, passwordGivenAt: new Date() }),
})
const endpoints = await everyEndpoint()
for (const endpoint of endpoints)
  serve(http, endpoint, async () => {
    throw new Error('The text was accepted.')
  })

const fields = endpoints.flatMap(endpoint =>
  (['body', 'query'] as const).flatMap(part => {
    const schema = endpoint[part]
    if (!schema) return []
    // The shortest, because the hostile text fills what the server accepts.
    const lengthOf = (input: unknown) => JSON.stringify(input).length
    const [valid] = fc
      .sample(inputsOf(schema), { numRuns: 10, seed: 1 })
      .toSorted((one, other) => lengthOf(one) - lengthOf(other))
    return stringFieldsOf(schema).map(({ path }) => ({ endpoint, part, path, valid }))
  }),
)

/** Makes a call with a text in one of its fields, which must be refused. @returns how long it took */
async function timeOf({ endpoint, part, path, valid }: (typeof fields)[number], text: string) {
  const { method } = endpoint
  const input = withTextAt(valid, path, text)
  const query = Object.entries(Object(input)).map(
    ([name, value]) => `${name}=${PARTS.query.encode(String(value))}`,
  )
  const call = {
    method,
    url: part === 'query' ? `${pathOf(endpoint)}?${query.join('&')}` : pathOf(endpoint),
    headers: { origin: ORIGIN, 'content-type': 'application/json' },
    ...(part === 'body' && { payload: JSON.stringify(input) }),
  }
  const startedAt = performance.now()
  const { statusCode } = await http.app.inject(call)
  const ms = performance.now() - startedAt
  expect(statusCode, `${method} ${call.url.slice(0, 200)} ${path.join('.')}`).toBe(400)
  return ms
}

test('no text in any field of any endpoint takes more time than its length', async () => {
  expect(fields.length).toBeGreaterThan(100)
  const slow: string[] = []
  for (const field of fields) {
    const harmlessText = textFor(field.part, HARMLESS)
    let harmless = Math.min(await timeOf(field, harmlessText), await timeOf(field, harmlessText))
    for (const [kind, units] of Object.entries(HOSTILE)) {
      const text = textFor(field.part, units)
      let hostile = await timeOf(field, text)
      for (let tries = 1; hostile > MAX_RATIO * harmless && tries < MAX_TRIES; tries += 1) {
        hostile = Math.min(hostile, await timeOf(field, text))
        harmless = Math.max(harmless, await timeOf(field, harmlessText))
      }
      if (hostile > MAX_RATIO * harmless)
        slow.push(
          `${kind} in ${field.path.join('.')} of ${field.endpoint.method} ${field.endpoint.path}: ${hostile} ms, ${harmless} ms`,
        )
    }
  }
  expect(slow).toEqual([])
})

test('the length of every text is checked first, and a longer text is checked no further', () => {
  const unchecked = endpoints.flatMap(({ method, path, params, query, body }) =>
    [params, query, body]
      .flatMap(schema => (schema ? stringFieldsOf(schema) : []))
      .filter(({ schema }) => !isLengthCheckedFirst(schema))
      .map(field => `${field.path.join('.')} of ${method} ${path}`),
  )
  expect(unchecked).toEqual([])
})
