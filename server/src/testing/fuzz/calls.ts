import type { Endpoint } from '@blood-bank/contract/endpoint'
import fc from 'fast-check'
import type * as z from 'zod/mini'
import { ORIGIN } from '../person.ts'
import { inputsOf } from './inputs-of.ts'
import { oddValues, spoiled } from './odd-inputs.ts'
import { KINDS, type Kind, KNOWN } from './population.ts'

/** A call as it goes over the wire; `from` is the address that it comes from, so that no limit ends the run. */
export type Call = {
  kind: Kind
  url: string
  headers: Record<string, string>
  body: string | Uint8Array
  from: string
}

/** Calls of an endpoint, right ones and wrong ones, as every kind of person. */
export function callsOf(endpoint: Endpoint): fc.Arbitrary<Call> {
  return fc
    .record({
      kind: fc.constantFrom(...KINDS),
      path: pathsOf(endpoint),
      query: queriesOf(endpoint.query),
      body: bodiesOf(endpoint.body),
      headers: fc.oneof({ weight: 5, arbitrary: fc.constant({}) }, { weight: 2, arbitrary: oddHeaders }),
      type: fc.oneof(
        { weight: 14, arbitrary: fc.constant('application/json') },
        { weight: 1, arbitrary: oddTypes },
      ),
      from: fc.ipV4(),
    })
    .map(({ kind, path, query, body, headers, type, from }) => ({
      kind,
      url: query === '' ? path : `${path}?${query}`,
      headers: { origin: ORIGIN, ...(body.length > 0 && { 'content-type': type }), ...headers },
      body,
      from,
    }))
}

/** Mostly right, since a wrong part hides all that comes after it. */
const mostly = <T>(right: fc.Arbitrary<T>, wrong: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 5, arbitrary: right }, { weight: 2, arbitrary: wrong })

const asText = (value: unknown) => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))

/** What no address can hold, half a surrogate pair, is sent as the bytes that one would have. */
const encoded = (value: unknown) =>
  encodeURIComponent(asText(value).slice(0, 3000).toWellFormed()).replaceAll('%EF%BF%BD', '%ED%A0%80')

function pathsOf({ path, params }: Endpoint): fc.Arbitrary<string> {
  if (!params) return fc.constant(path)
  // A segment of nothing or of dots is another path.
  const segment = (value: unknown) => encoded(value).replace(/^(\.|%2e)*$/i, 'x')
  const written = (values: unknown) =>
    path.replace(/:(\w+)/g, (_, name) => segment(Reflect.get(Object(values), name) ?? 'x'))
  const raw = fc
    .constantFrom('%', '%zz', '%E0%A4%A', '%00', '%2F', 'x'.repeat(101))
    .map(odd => path.replace(/:\w+/, odd))
  const right = inputsOf(params, KNOWN)
  return mostly(right.map(written), fc.oneof(spoiled(right).map(written), raw))
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

function queriesOf(schema: z.ZodMiniType | undefined): fc.Arbitrary<string> {
  if (!schema) return mostly(fc.constant(''), fc.constantFrom(...RAW_QUERIES))
  const written = (values: unknown) =>
    Object.entries(Object(values) as object)
      .slice(0, 30)
      .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
      .join('&')
  // No schema knows the places that a list has; those that it gives are followed anyway.
  const right = fc.tuple(inputsOf(schema, KNOWN), fc.nat(4)).map(([values, at]) => {
    const { after, ...others } = Object(values)
    return written(at === 0 && after !== undefined ? { after, ...others } : others)
  })
  const wrong = fc.oneof(
    spoiled(inputsOf(schema, KNOWN)).map(written),
    right.map(query => `${query}&${query}`),
    fc.tuple(right, fc.constantFrom(...RAW_QUERIES)).map(([query, raw]) => `${query}&${raw}`),
  )
  return mostly(right, wrong)
}

const RAW_BODIES: (string | Uint8Array)[] = [
  '',
  '{',
  'null',
  '[]',
  '"text"',
  '\ufeff{}',
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{}}}',
  '['.repeat(5000),
  `"${'x'.repeat(70_000)}"`,
  Uint8Array.of(0xff, 0xfe, 0x7b),
  Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22),
]

function bodiesOf(schema: z.ZodMiniType | undefined): fc.Arbitrary<string | Uint8Array> {
  const raw = fc.oneof(
    fc.constantFrom(...RAW_BODIES),
    fc.uint8Array({ maxLength: 20 }),
    oddValues.map(asJson),
  )
  if (!schema) return fc.oneof({ weight: 8, arbitrary: fc.constant('') }, { weight: 1, arbitrary: raw })
  const right = inputsOf(schema, KNOWN)
  const cut = fc.tuple(right.map(asJson), fc.nat(40)).map(([text, at]) => text.slice(0, -1 - at))
  const wrong = fc.oneof(
    { weight: 4, arbitrary: spoiled(right).map(asJson) },
    { weight: 1, arbitrary: cut },
    { weight: 1, arbitrary: raw },
  )
  return mostly<string | Uint8Array>(right.map(asJson), wrong)
}

const asJson = (value: unknown) => JSON.stringify(value) ?? ''

const oddTypes = fc.constantFrom(
  'text/plain',
  'application/json;charset=latin1',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  ';',
  'application/',
  'application/json-patch+json',
  'APPLICATION/JSON',
)

/** What Node lets through in a header: a byte each, no control characters. */
const headerTexts = fc.oneof(
  fc.constantFrom(
    '',
    '*',
    'null',
    '0',
    '-1',
    'x'.repeat(2000),
    '\xff\x80',
    '127.0.0.1, ::1',
    'bytes=0-',
    'gzip;q=-1',
  ),
  fc.string({
    unit: fc
      .integer({ min: 0x20, max: 0xff })
      .filter(code => code !== 0x7f)
      .map(code => String.fromCharCode(code)),
  }),
)

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
  fc.record({
    origin: fc.constantFrom('', 'null', 'https://evil.example', `${ORIGIN}/`, `${ORIGIN}.evil.example`),
  }),
  fc.record({ cookie: fc.oneof(headerTexts, fc.constantFrom('a=b; =;; %=%ff', 'bloodbank.session=%')) }),
  fc.record({ 'idempotency-key': fc.oneof(fc.uuid(), fc.constantFrom(...KNOWN.slice(0, 2)), headerTexts) }),
  fc.dictionary(
    fc.constantFrom(
      'user-agent',
      'accept',
      'accept-encoding',
      'accept-language',
      'authorization',
      'range',
      'if-none-match',
      'if-modified-since',
      'x-forwarded-for',
      'x-real-ip',
      'x-http-method-override',
      'x-client-address',
      'traceparent',
    ),
    headerTexts,
    { maxKeys: 3 },
  ),
)
