import { endpoint } from '@blood-bank/contract/endpoint'
import { REFUSALS, type RefusalCode } from '@blood-bank/contract/errors'
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

const saying = (status: number, json: unknown) => ({ status, json, text: JSON.stringify(json), headers: {} })
const refusing = (code: RefusalCode, more: object = {}) =>
  saying(REFUSALS[code].status, { error: { code, message: 'This is refused.', ...more } })
const right = saying(201, { name: 'x' })

test('a right reply has no fault, and neither has a refusal that is deserved', () => {
  expect(replyFault(change, aCall(), right)).toBeNull()
  expect(replyFault(change, aCall(), refusing('already-a-donor'))).toBeNull()
  expect(replyFault(change, aCall({ kind: 'nobody' }), refusing('not-signed-in'))).toBeNull()
  expect(replyFault(change, aCall({ headers: {} }), refusing('foreign-origin'))).toBeNull()
  const fields = { units: 'Expected: number.' }
  expect(replyFault(change, aCall({ body: '{}' }), refusing('invalid-input', { fields }))).toBeNull()
  expect(replyFault(change, aCall({ body: '{"units"' }), refusing('invalid-input'))).toBeNull()
})

test.each([
  ['a failure', aCall(), refusing('unexpected-error'), 'failed with 500'],
  ['another status', aCall(), saying(200, { name: 'x' }), '200 instead of 201'],
  ['a reply with less', aCall(), saying(201, {}), 'breaks the contract'],
  ['a reply with more', aCall(), saying(201, { name: 'x', role: 'admin' }), 'more than the contract'],
  ['letting in nobody', aCall({ kind: 'nobody' }), right, 'nobody was let in'],
  ['letting in the unverified', aCall({ kind: 'unverified' }), right, 'unverified was let in'],
  ['letting in a forged cookie', aCall({ kind: 'forged' }), right, 'forged was let in'],
  ['obeying another site', aCall({ headers: { origin: 'https://evil.example' } }), right, 'another site'],
  ['taking what is wrong', aCall({ body: '{"units":"1"}' }), right, 'wrong body were taken'],
  ['taking one field more', aCall({ body: '{"units":1,"role":"admin"}' }), right, 'wrong body were taken'],
  ['a refusal without a form', aCall(), saying(400, 'no'), 'none of the contract'],
  [
    'a refusal of another status',
    aCall(),
    { ...refusing('already-a-donor'), status: 400 },
    'with the status',
  ],
  ['a refusal of others', aCall(), refusing('last-admin'), 'not for this endpoint'],
  ['no sentence', aCall(), refusing('already-a-donor', { message: 'Invalid input' }), 'no sentence'],
  [
    'the wrong word at the door',
    aCall({ kind: 'nobody' }),
    refusing('admins-only'),
    'instead of not-signed-in',
  ],
  ['refusing what is right', aCall(), refusing('invalid-input'), 'right inputs were refused'],
  ['naming no field', aCall({ body: '{}' }), refusing('invalid-input'), 'names no field'],
  [
    'naming another field',
    aCall({ body: '{}' }),
    refusing('invalid-input', { fields: { name: 'x' } }),
    'the field name',
  ],
  ['a private number', aCall(), saying(201, { name: '01799-887 766' }), 'private number'],
  ['a session token', aCall(), saying(201, { name: SECRETS.tokens[0] }), 'tells session-token'],
  ['the email of another', aCall(), saying(201, { name: 'secret.shy0@example.edu' }), 'somebody else'],
])('%s is a fault', (_, call, received, fault) => {
  expect(replyFault(change, call, received)).toContain(fault)
})

test('what somebody says themselves, or is theirs, may be said to them', () => {
  const own = { ...right, json: { name: 'secret.newcomer@example.edu' }, text: 'secret.newcomer@example.edu' }
  expect(replyFault(change, aCall(), own)).toBeNull()
  const said = { ...right, text: 'secret.shy0@example.edu' }
  expect(replyFault(change, aCall({ url: '/api/things?to=secret.shy0%40example.edu' }), said)).toBeNull()
})

const table = endpoint({
  method: 'POST',
  path: '/api/things/exports',
  access: 'signed-in',
  summary: 'Export.',
  reply: { status: 200, csv: ['Name', 'Units'] },
})
const asTable = (text: string, more: object = {}) => ({
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
const HEADED = '"Name","Units"\r\n'

test('a table as it was promised has no fault', () => {
  expect(replyFault(table, aCall({ body: '' }), asTable(`${HEADED}"Rima",1\r\n`))).toBeNull()
})

test.each([
  ['other headings', asTable('"Name","Role"\r\n"Rima",1\r\n')],
  ['a line of another length', asTable(`${HEADED}"Rima"\r\n`)],
  ['another number of records', asTable(HEADED)],
  ['would run "=1"', asTable(`${HEADED}"=1",1\r\n`)],
  ['would run " ＋1"', asTable(`${HEADED}" ＋1",1\r\n`)],
  ['does not say what it is', asTable(`${HEADED}"Rima",1\r\n`, { 'content-type': 'text/html' })],
  ['not to be saved', asTable(`${HEADED}"Rima",1\r\n`, { 'content-disposition': 'inline' })],
])('of a table it is a fault: %s', (fault, received) => {
  expect(replyFault(table, aCall({ body: '' }), received)).toContain(fault)
})
