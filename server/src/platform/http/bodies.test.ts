import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { aBloodRequest, ORIGIN } from '../../testing/person.ts'
import { startTestApp } from '../../testing/test-app.ts'

const bank = await startTestApp()
const rima = await bank.signedInAs()
const URL = '/api/blood-requests'
const post = (body: string, type = 'application/json') =>
  rima.send('POST', URL, { body, headers: { 'content-type': type } })

/** Posts bytes that a string cannot represent. */
async function postBytes(payload: Buffer | Readable) {
  const { statusCode, body } = await bank.app.inject({
    method: 'POST',
    url: URL,
    headers: { origin: ORIGIN, cookie: String(rima.cookie), 'content-type': 'application/json' },
    payload,
  })
  return { status: statusCode, error: JSON.parse(body).error }
}

// What a form of another site can send is in `origin.test.ts`.
test.each(['application/jsonp', 'application/json-patch+json', 'text/json', ''])(
  'a body of the type %j is refused',
  async type => {
    expect(await post(JSON.stringify(aBloodRequest()), type)).toRefuse('unsupported-media-type')
  },
)

test.each(['application/json', 'application/json; charset=utf-8', 'Application/JSON;charset=UTF-8'])(
  'a body of the type %j is read',
  async type => {
    expect((await post(JSON.stringify(aBloodRequest()), type)).status).toBe(201)
  },
)

const INVALID_JSON = 'The body of this call is not valid JSON.'
test.each([
  ['cut short', '{"patientName":'],
  ['with single quotes', "{'patientName': 1}"],
  ['that sets a prototype', '{"__proto__":{"isAdmin":true}}'],
  ['that sets a constructor', '{"constructor":{"prototype":{"isAdmin":true}}}'],
  ['that opens 60,000 brackets', '['.repeat(60_000)],
])('a body %s is refused', async (_, body) => {
  expect(await post(body)).toRefuse('invalid-input', INVALID_JSON)
})

test('a body nested 30,000 levels deep is refused like any other invalid form', async () => {
  const deep = '['.repeat(30_000) + ']'.repeat(30_000)
  for (const body of [deep, `{"patientName":${deep}}`]) {
    const reply = await post(body)
    expect(reply).toMatchObject({ status: 400, error: { code: 'invalid-input' } })
    expect(reply.error?.message).toMatch(/^Please fill in all required fields: Patient Name,/)
  }
})

test('invalid UTF-8 is refused, not repaired', async () => {
  const [before, after] = JSON.stringify(aBloodRequest({ patientName: '~' }))
    .split('~')
    .map(part => Buffer.from(part))
  const holding = (...bytes: number[]) =>
    Buffer.concat([before ?? Buffer.of(), Buffer.of(...bytes), after ?? Buffer.of()])
  for (const bytes of [[0xff], [0xc0, 0x80], [0xed, 0xa0, 0x80], [0xf0, 0x9f, 0x98]]) {
    const error = { code: 'invalid-input', message: 'The body of this call is not UTF-8.' }
    expect(await postBytes(holding(...bytes))).toEqual({ status: 400, error })
  }
  expect((await postBytes(holding(0xf0, 0x9f, 0x98, 0x80))).status).toBe(201)
})

test('a body of up to 64 kB is read, and a larger one is refused with or without content-length', async () => {
  const withInfo = (length: number) =>
    JSON.stringify({ ...aBloodRequest(), additionalInfo: 'x'.repeat(length) })
  const frame = withInfo(0).length
  expect(await post(withInfo(65_536 - frame))).toRefuse(
    'invalid-input',
    'Additional Info must be at most 2000 characters long.',
  )
  expect(await post(withInfo(65_537 - frame))).toRefuse('body-too-large')
  const ofUnknownLength = Readable.from([withInfo(65_537)])
  expect(await postBytes(ofUnknownLength)).toMatchObject({ status: 413, error: { code: 'body-too-large' } })
})

test('an empty body counts as none, whatever its content-type', async () => {
  expect(await post('')).toMatchObject({ status: 400, error: { code: 'invalid-input' } })
  const headers = { 'content-type': 'application/json' }
  expect((await bank.stranger().send('DELETE', '/api/session', { headers })).status).toBe(204)
})
