import { expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { type GatewayAnswer, startTextGateway } from '../../testing/text-gateway.ts'
import { createPublicLookup } from '../network/public-lookup.ts'
import { createTextSender } from './create-text-sender.ts'

const { db } = await createTestDatabase()
const TEXT = { phone: '+8801712345678', message: 'O+ & B- "100%"\\{digits} €+1 ü\nhttps://a.example/a#x' }

type Options = Parameters<typeof createTextSender>[2]

/** A sender with these settings. */
function senderWith(environment: NodeJS.ProcessEnv, options?: Options) {
  const { textMessages } = readConfig({ SMS_PRIVATE_GATEWAY: 'true', ...environment })
  if (textMessages === null) throw new Error('There is no gateway.')
  return createTextSender(textMessages, db, options)
}

/** What a gateway gets that is described by settings, and what becomes of the text. */
async function send(
  settings: (origin: string) => NodeJS.ProcessEnv,
  answer: GatewayAnswer = {},
  text = TEXT,
) {
  const { origin, calls } = await startTextGateway(() => answer)
  const outcome = await senderWith(settings(origin))(text)
  const [call] = calls
  if (calls.length !== 1 || call === undefined) throw new Error(`There were ${calls.length} calls.`)
  return { outcome, ...call }
}

const QUERY = '?to={phone}&digits={digits}&text={message}&from={from}'
const FROM = { SMS_FROM: 'A+B & C' }
const VALUES = [
  ['to', TEXT.phone],
  ['digits', '8801712345678'],
  ['text', TEXT.message],
  ['from', 'A+B & C'],
]

test('without a body the values stand in the address, each as it is', async () => {
  const call = await send(origin => ({ SMS_URL: `${origin}/to/{phone}/send${QUERY}`, ...FROM }))
  expect(call.outcome).toEqual({ kind: 'sent' })
  expect([call.method, call.body, call.headers['content-type']]).toEqual(['GET', '', undefined])
  expect(call.url.pathname).toBe('/to/%2B8801712345678/send')
  expect([...call.url.searchParams]).toEqual(VALUES)
})

test('JSON is posted', async () => {
  const template = { to: ['{phone}'], n: 1, text: 'x {message} y', '{digits}': '{from}' }
  const call = await send(origin => ({
    SMS_URL: origin,
    SMS_BODY: JSON.stringify(template, null, 2),
    ...FROM,
  }))
  expect([call.method, call.headers['content-type']]).toEqual(['POST', 'application/json'])
  expect(JSON.parse(call.body)).toEqual({
    to: [TEXT.phone],
    n: 1,
    text: `x ${TEXT.message} y`,
    '8801712345678': 'A+B & C',
  })
})

test('headers are added, and can replace the type', async () => {
  const SMS_HEADERS = 'Authorization: Bearer abc\nContent-Type: application/vnd.api+json'
  const { headers } = await send(origin => ({ SMS_URL: `${origin}${QUERY}`, SMS_HEADERS, ...FROM }))
  expect(headers).toMatchObject({
    authorization: 'Bearer abc',
    'content-type': 'application/vnd.api+json',
    'user-agent': 'university-blood-bank',
  })
})

test.each([
  [{ status: 200, body: '' }, undefined, null],
  [{ status: 201, body: 'queued' }, undefined, null],
  [{ status: 202, body: '0: Accepted' }, '^0', null],
  [{ status: 200, body: '1002' }, '^1701', 'the gateway answered 200, which SMS_OK does not match: 1002'],
  [{ status: 200, body: '' }, '^1701', 'the gateway answered 200, which SMS_OK does not match'],
  [{ status: 401, body: 'Authenticate' }, undefined, 'the gateway answered 401: Authenticate'],
  [{ status: 500, body: '0 ok' }, '^0', 'the gateway answered 500: 0 ok'],
  [{ status: 302, headers: { location: '/' } }, undefined, 'the gateway answered 302'],
  [{ status: 307, headers: { location: '/' } }, undefined, 'the gateway answered 307'],
])('the answer %j with SMS_OK=%s: %s', async (answer, SMS_OK, reason) => {
  const { outcome } = await send(
    origin => ({ SMS_URL: `${origin}${QUERY}`, ...FROM, ...(SMS_OK && { SMS_OK }) }),
    answer,
  )
  expect(outcome).toEqual(reason === null ? { kind: 'sent' } : { kind: 'failed', reason })
})

const KEYS = {
  SMS_BODY: 'api_key=s3cr3tkey&to={phone}&text={message}',
  SMS_HEADERS: 'X-Key: App h1dd3nkey\nAuthorization: Basic Zm9vOmJhcg==',
}
const ALERT = {
  phone: '+8801712345678',
  message: 'O+ needed urgently at Ibn Sina by 6 pm. Can you come? https://b.example/a#Zq3x-_9 (no replies)',
}

test.each([
  ['Invalid number +8801712345678', 'Invalid number …'],
  ['Invalid number 8801712345678!', 'Invalid number …!'],
  ['01712-345 678 is a landline', '… is a landline'],
  ['1701|8801712345678|5c1f', '1701|…|5c1f'],
  ['Error 21211: not allowed', 'Error 21211: not allowed'],
  ['Your code 123456 was seen', 'Your code … was seen'],
  [`Bad text "${ALERT.message}".`, 'Bad text "…".'],
  [`Bad text ${ALERT.message.slice(0, 30)}`, 'Bad text …'],
  [`?text=${encodeURIComponent(ALERT.message)}&x`, '?text=…&x'],
  [new URLSearchParams({ text: ALERT.message }).toString(), 'text=…'],
  [JSON.stringify({ text: ALERT.message }), '{"text":"…"}'],
  ['see https://b.example/a#Zq3x', 'see …'],
  ['see https://www.example.com/errors/21211', 'see …'],
  ['Unknown key s3cr3tkey or h1dd3nkey or Zm9vOmJhcg==', 'Unknown key … or … or …'],
  ['Cannot POST /api/p4thkey0/send', 'Cannot POST /api/…/send'],
  ['<html><h1 class="x">Not found</h1>\n<p>Sorry</p></html>', 'Not found Sorry'],
  ['a\u0000b\u202e\n\n  c\t', 'a b c'],
  [`${'word '.repeat(2_000)}`, `${'word '.repeat(40)}`.trim()],
])('a gateway that answers %j is quoted as %s', async (body, quoted) => {
  const settings = (origin: string) => ({ SMS_URL: `${origin}/api/p4thkey0/send`, ...KEYS })
  const { outcome } = await send(settings, { status: 400, body }, ALERT)
  expect(outcome).toEqual({ kind: 'failed', reason: `the gateway answered 400: ${quoted}` })
})

test('no more of a long reply is read than can be matched', async () => {
  let isCut = false
  const { origin, server } = await startTextGateway(() => ({}))
  server.removeAllListeners('request').on('request', (_req, reply) => {
    reply.on('close', () => {
      isCut = true
    })
    const write = () => {
      while (!reply.destroyed && reply.write('x'.repeat(65_536)));
      reply.once('drain', write)
    }
    write()
  })
  const send = senderWith({ SMS_URL: `${origin}${QUERY}`, ...FROM, SMS_OK: '^x{1000}$' })
  expect(await send(TEXT)).toEqual({ kind: 'sent' })
  await expect.poll(() => isCut).toBe(true)
})

test('a gateway that does not answer in time, or not at all, is said to be so', async () => {
  const { origin, server } = await startTextGateway(() => ({}))
  server.removeAllListeners('request').on('request', () => {})
  const settings = { SMS_URL: `${origin}${QUERY}`, ...FROM }
  expect(await senderWith(settings, { timeoutMs: 50 })(TEXT)).toEqual({
    kind: 'failed',
    reason: 'the gateway did not answer in time',
  })
  server.closeAllConnections()
  await new Promise(resolve => server.close(resolve))
  expect(await senderWith(settings)(TEXT)).toEqual({ kind: 'failed', reason: 'ECONNREFUSED', isUnsent: true })
})

test('a status decides, even if the rest of the reply does not come', async () => {
  const { origin, server } = await startTextGateway(() => ({}))
  server.removeAllListeners('request').on('request', (_req, reply) => reply.writeHead(202).write('0: '))
  const settings = { SMS_URL: `${origin}${QUERY}`, ...FROM, SMS_OK: '^0' }
  expect(await senderWith(settings, { timeoutMs: 200 })(TEXT)).toEqual({ kind: 'sent' })
})

test('a gateway that switches protocols does not keep a text waiting for ever', async () => {
  const { origin, server } = await startTextGateway(() => ({}))
  const answer = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'
  server.removeAllListeners('request').on('request', req => req.socket.write(answer))
  expect(await senderWith({ SMS_URL: `${origin}${QUERY}`, ...FROM })(TEXT)).toEqual({
    kind: 'failed',
    reason: 'the connection was closed without a reply',
  })
})

test('a name that leads to a private address is called only if the operator allows it', async () => {
  const { origin, calls } = await startTextGateway(() => ({}))
  const { port } = new URL(origin)
  const lookup = createPublicLookup((_name, _options, answer) =>
    answer(null, [{ address: '127.0.0.1', family: 4 }]),
  )
  const SMS_URL = `http://sms.example.com:${port}${QUERY}`
  const settings = { SMS_URL, ...FROM, SMS_PRIVATE_GATEWAY: 'false' }
  expect(await senderWith(settings, { lookup })(TEXT)).toEqual({
    kind: 'failed',
    reason: 'sms.example.com has an address that is not public.',
    isUnsent: true,
  })
  expect(calls).toEqual([])
  const named = { SMS_URL: `http://localhost:${port}${QUERY}`, ...FROM }
  expect(await senderWith(named)(TEXT)).toEqual({ kind: 'sent' })
})

test('the mailbox takes the place of a gateway', async () => {
  const send = senderWith({ SMS_URL: 'mailbox' })
  expect(await send(TEXT)).toEqual({ kind: 'sent' })
  const caught = db.selectFrom('caughtTexts').select(['phone', 'message'])
  expect(await caught.execute()).toEqual([TEXT])
})
