import fc from 'fast-check'
import { ORIGIN } from '../../person.ts'
import { KNOWN } from '../population.ts'

/** Content types, most of them not JSON. */
export const oddTypes = fc.constantFrom(
  'text/plain',
  'application/json;charset=latin1',
  'multipart/form-data; boundary=x',
  'application/x-www-form-urlencoded',
  ';',
  'application/',
  'application/json-patch+json',
  'APPLICATION/JSON',
)

/** What Node accepts in a header: characters of one byte, no control characters. */
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

/** Headers in addition to those that our pages send, or instead of them. */
export const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.oneof(
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
