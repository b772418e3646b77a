import { endpoint } from '@blood-bank/contract/endpoint'
import { REFUSALS, type RefusalCode } from '@blood-bank/contract/errors'
import { SAME_ADDRESS } from '@blood-bank/contract/own-account/address-corrections'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { ORIGIN } from '../../person.ts'
import type { Call } from '../calls.ts'
import { SECRETS } from '../population.ts'
import { replyFault } from './reply-fault.ts'

const change = endpoint({
  method: 'POST',
  path: '/api/things',
  access: 'email-verified',
  summary: 'Change.',
  body: z.strictObject({ units: z.number() }),
  reply: { status: 201, body: z.object({ name: z.string() }) },
  refusals: ['already-a-donor'],
})

const aCall = (more: Partial<Call> = {}): Call => ({
  kind: 'newcomer',
  url: '/api/things',
  headers: { origin: ORIGIN },
  body: '{"units":1}',
  from: '10.0.0.1',
  ...more,
})

const replyOf = (status: number, json: unknown) => ({ status, json, text: JSON.stringify(json), headers: {} })
const refusalOf = (code: RefusalCode, more: object = {}) =>
  replyOf(REFUSALS[code].status, { error: { code, message: 'This is refused.', ...more } })
const valid = replyOf(201, { name: 'x' })

test('a valid reply and a justified refusal have no fault', () => {
  expect(replyFault(change, aCall(), valid)).toBeNull()
  expect(replyFault(change, aCall(), refusalOf('already-a-donor'))).toBeNull()
  expect(replyFault(change, aCall({ kind: 'nobody' }), refusalOf('not-signed-in'))).toBeNull()
  expect(replyFault(change, aCall({ headers: {} }), refusalOf('foreign-origin'))).toBeNull()
  const fields = { units: 'Expected: number.' }
  expect(replyFault(change, aCall({ body: '{}' }), refusalOf('invalid-input', { fields }))).toBeNull()
  expect(replyFault(change, aCall({ body: '{"units"' }), refusalOf('invalid-input'))).toBeNull()
  const ownAddress = { fields: { email: SAME_ADDRESS } }
  expect(replyFault(change, aCall(), refusalOf('invalid-input', ownAddress))).toBeNull()
})

test.each([
  ['a failure', aCall(), refusalOf('unexpected-error'), 'failed with 500'],
  ['another status', aCall(), replyOf(200, { name: 'x' }), '200 instead of 201'],
  ['a reply with a field missing', aCall(), replyOf(201, {}), 'breaks the contract'],
  [
    'a reply with an extra field',
    aCall(),
    replyOf(201, { name: 'x', role: 'admin' }),
    'more fields than the contract',
  ],
  ['access for an anonymous caller', aCall({ kind: 'nobody' }), valid, 'nobody was given access'],
  ['access for an unverified member', aCall({ kind: 'unverified' }), valid, 'unverified was given access'],
  ['access with a forged cookie', aCall({ kind: 'forged' }), valid, 'forged was given access'],
  [
    'accepting a call from another origin',
    aCall({ headers: { origin: 'https://evil.example' } }),
    valid,
    'another origin',
  ],
  ['accepting an invalid body', aCall({ body: '{"units":"1"}' }), valid, 'invalid body were accepted'],
  [
    'accepting an unknown field',
    aCall({ body: '{"units":1,"role":"admin"}' }),
    valid,
    'invalid body were accepted',
  ],
  ['a refusal of another shape', aCall(), replyOf(400, 'no'), 'without the shape of the contract'],
  [
    'a refusal with another status',
    aCall(),
    { ...refusalOf('already-a-donor'), status: 400 },
    'with the status',
  ],
  ['a refusal of another endpoint', aCall(), refusalOf('last-admin'), 'not a refusal of this endpoint'],
  [
    'a message that is not a sentence',
    aCall(),
    refusalOf('already-a-donor', { message: 'Invalid input' }),
    'not a sentence',
  ],
  [
    'the wrong access refusal',
    aCall({ kind: 'nobody' }),
    refusalOf('admins-only'),
    'instead of not-signed-in',
  ],
  ['refusalOf what is right', aCall(), refusalOf('invalid-input'), 'valid inputs were refused'],
  ['naming no field', aCall({ body: '{}' }), refusalOf('invalid-input'), 'names no field'],
  [
    'naming another field',
    aCall({ body: '{}' }),
    refusalOf('invalid-input', { fields: { name: 'x' } }),
    'the field name',
  ],
  ['a private number', aCall(), replyOf(201, { name: '01799-887 766' }), 'private number'],
  ['a session token', aCall(), replyOf(201, { name: SECRETS.tokens[0] }), 'reveals session-token'],
  ['the email of another', aCall(), replyOf(201, { name: 'secret.shy0@example.edu' }), 'somebody else'],
])('%s is a fault', (_, call, received, fault) => {
  expect(replyFault(change, call, received)).toContain(fault)
})

test('a reply may contain what the caller sent or owns', () => {
  const own = { ...valid, json: { name: 'secret.newcomer@example.edu' }, text: 'secret.newcomer@example.edu' }
  expect(replyFault(change, aCall(), own)).toBeNull()
  const echoed = { ...valid, text: 'secret.shy0@example.edu' }
  expect(replyFault(change, aCall({ url: '/api/things?to=secret.shy0%40example.edu' }), echoed)).toBeNull()
})

const csvEndpoint = endpoint({
  method: 'POST',
  path: '/api/things/exports',
  access: 'signed-in',
  summary: 'Export.',
  reply: { status: 200, csv: ['Name', 'Units'] },
})
const csvReply = (text: string, more: object = {}) => ({
  status: 200,
  json: undefined,
  text: `\uFEFF${text}`,
  headers: {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="things-2026-11-21.csv"',
    'x-record-count': '1',
    ...more,
  },
})
const HEADINGS = '"Name","Units"\r\n'

test('a CSV file that follows the contract has no fault', () => {
  expect(replyFault(csvEndpoint, aCall({ body: '' }), csvReply(`${HEADINGS}"Rima",1\r\n`))).toBeNull()
})

test.each([
  ['other headings', csvReply('"Name","Role"\r\n"Rima",1\r\n')],
  ['a line with another number of cells', csvReply(`${HEADINGS}"Rima"\r\n`)],
  ['another number of records', csvReply(HEADINGS)],
  ['would execute "=1"', csvReply(`${HEADINGS}"=1",1\r\n`)],
  ['would execute " ＋1"', csvReply(`${HEADINGS}" ＋1",1\r\n`)],
  ['another content type', csvReply(`${HEADINGS}"Rima",1\r\n`, { 'content-type': 'text/html' })],
  ['not an attachment', csvReply(`${HEADINGS}"Rima",1\r\n`, { 'content-disposition': 'inline' })],
])('a fault of a CSV file is found: %s', (fault, received) => {
  expect(replyFault(csvEndpoint, aCall({ body: '' }), received)).toContain(fault)
})
