import type { Endpoint } from '@blood-bank/contract/endpoint'
import fc from 'fast-check'
import type * as z from 'zod/mini'
import { KNOWN } from '../population.ts'
import { cursors } from './cursors.ts'
import { inputsOf } from './inputs-of.ts'
import { mostlyValid } from './mostly-valid.ts'
import { corrupted } from './odd-inputs.ts'

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** A lone surrogate cannot be encoded in a URL, so the bytes that it would have are sent. */
const encoded = (value: unknown) =>
  encodeURIComponent(asText(value).slice(0, 3000).toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')

/** Paths with existing, unknown and malformed ids. */
export function pathsOf({ path, params }: Endpoint): fc.Arbitrary<string> {
  if (!params) return fc.constant(path)
  // An empty segment, `.` or `..` would make it another path.
  const segment = (value: unknown) => encoded(value).replace(/^(\.|%2e)*$/i, 'x')
  const written = (values: unknown) =>
    path.replace(/:(\w+)/g, (_, name) => segment(Reflect.get(Object(values), name) ?? 'x'))
  const raw = fc
    .constantFrom('%', '%zz', '%E0%A4%A', '%00', '%2F', 'x'.repeat(101))
    .map(odd => path.replace(/:\w+/, odd))
  const right = inputsOf(params, KNOWN)
  return mostlyValid(right.map(written), fc.oneof(corrupted(right).map(written), raw))
}

const RAW_QUERIES = [
  '&&&',
  '=',
  '%',
  '%00=%00',
  '%ff=1',
  '+',
  '__proto__=1',
  'constructor=1',
  'a[b]=c',
  'limit',
  'limit=&limit=2',
]

/** Queries, without the question mark. */
export function queriesOf(schema: z.ZodMiniType | undefined): fc.Arbitrary<string> {
  if (!schema) return mostlyValid(fc.constant(''), fc.constantFrom(...RAW_QUERIES))
  const written = (values: unknown) =>
    Object.entries(Object(values) as object)
      .slice(0, 30)
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .join('&')
  const right = fc
    .tuple(inputsOf(schema, KNOWN), fc.option(cursors, { nil: undefined }))
    .map(([values, place]) => {
      const { after, ...others } = Object(values)
      return written(after !== undefined && place !== undefined ? { ...others, after: place } : others)
    })
  const wrong = fc.oneof(
    corrupted(inputsOf(schema, KNOWN)).map(written),
    right.map(query => `${query}&${query}`),
    fc.tuple(right, fc.constantFrom(...RAW_QUERIES)).map(([query, raw]) => `${query}&${raw}`),
  )
  return mostlyValid(right, wrong)
}
