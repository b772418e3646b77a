import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { Socket } from 'node:net'
import { DAY_MS } from '@blood-bank/contract/durations'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { startPushService } from '../../testing/push-service/push-service.ts'
import { createPublicLookup } from '../network/public-lookup.ts'
import { createPushKeys } from './push-keys.ts'
import { createPushSender, type PushOptions } from './send-push.ts'

const { db } = await createTestDatabase()
const service = await startPushService()
afterAll(service.close)

const authSecret = 'the secret of the site'
const log = { warn: () => expect.fail('something was logged') }
const { publicKey } = await createPushKeys({ db, secret: authSecret, log })()
const config = { push: { extraServices: [service.origin], subject: 'https://blood.example.edu' } }
const common = { db, authSecret, log, now: () => new Date() }
const send = createPushSender({ ...common, config })

const OPTIONS: PushOptions = { ttlSeconds: 600, urgency: 'normal', topic: 'a-topic' }
const MESSAGE = { title: 'O+ needed – ø😀' }
const flat = ({ endpoint, keys }: ReturnType<typeof service.subscribe>) => ({ endpoint, ...keys })
const sendTo = (subscription: ReturnType<typeof service.subscribe>) =>
  send(flat(subscription), MESSAGE, OPTIONS)

beforeEach(() => {
  service.received.length = 0
  service.faults.length = 0
})

test('a browser decrypts what is sent, the push service accepts who sent it, and nothing shows the length', async () => {
  const [phone, laptop] = [service.subscribe(publicKey), service.subscribe(publicKey)]
  expect(await sendTo(phone)).toEqual({ kind: 'sent' })
  expect(await send(flat(laptop), { title: 'O+' }, OPTIONS)).toEqual({ kind: 'sent' })
  expect(service.faults).toEqual([])
  expect(service.received.map(({ text }) => JSON.parse(text))).toEqual([MESSAGE, { title: 'O+' }])
  const [{ headers } = { headers: {} }, other] = service.received
  expect(headers).toMatchObject({ ttl: '600', urgency: 'normal', topic: 'a-topic', 'content-length': '4096' })
  expect(other?.headers['content-length']).toBe('4096')
})

test('a message that is not signed as push services require is refused', async () => {
  const phone = service.subscribe(publicKey)
  const sendWith = (more: { subject?: string; now?: () => Date }) =>
    createPushSender({
      ...common,
      ...more,
      config: { push: { ...config.push, ...(more.subject !== undefined && { subject: more.subject }) } },
    })(flat(phone), MESSAGE, OPTIONS)
  const refused = { kind: 'rejected', reason: 'the push service answered 400' }
  expect(await sendWith({ subject: 'nobody' })).toEqual(refused)
  expect(await sendWith({ now: () => new Date(Date.now() + DAY_MS) })).toEqual(refused)
  expect(await sendWith({ now: () => new Date(Date.now() - DAY_MS) })).toEqual(refused)
  expect(service.faults).toEqual([
    'Error: The subject is nobody.',
    'Error: The token is valid for too long.',
    expect.stringMatching('"exp" claim timestamp check failed'),
  ])
})

test.each([
  [200, {}, { kind: 'sent' }],
  [201, {}, { kind: 'sent' }],
  [404, {}, { kind: 'gone' }],
  [410, {}, { kind: 'gone' }],
  [401, {}, { kind: 'failed', reason: 'the push service answered 401', retryAfterSeconds: 0 }],
  [403, {}, { kind: 'failed', reason: 'the push service answered 403', retryAfterSeconds: 0 }],
  [400, {}, { kind: 'rejected', reason: 'the push service answered 400' }],
  [413, {}, { kind: 'rejected', reason: 'the push service answered 413' }],
  [429, { 'retry-after': '120' }, { kind: 'failed', retryAfterSeconds: 120 }],
  [500, {}, { kind: 'failed', reason: 'the push service answered 500', retryAfterSeconds: 0 }],
  [503, { 'retry-after': 'soon' }, { kind: 'failed', retryAfterSeconds: 0 }],
  [503, { 'retry-after': 'Fri, 01 Jan 2010 00:00:00 GMT' }, { kind: 'failed', retryAfterSeconds: 0 }],
])('the answer %d with %j is understood', async (status, headers, outcome) => {
  const phone = service.subscribe(publicKey)
  service.answerWith(phone, { status, headers })
  expect(await sendTo(phone)).toMatchObject(outcome)
})

test('a push service may answer with the time from which it takes messages again', async () => {
  const phone = service.subscribe(publicKey)
  const at = new Date(Math.ceil(Date.now() / 1000) * 1000 + 3_600_000)
  service.answerWith(phone, { status: 429, headers: { 'retry-after': at.toUTCString() } })
  const sendNow = createPushSender({ ...common, config, now: () => new Date(at.getTime() - 90_000) })
  expect(await sendNow(flat(phone), MESSAGE, OPTIONS)).toMatchObject({ retryAfterSeconds: 90 })
})

test('a redirect is not followed', async () => {
  const [phone, target] = [service.subscribe(publicKey), service.subscribe(publicKey)]
  for (const status of [301, 302, 307, 308]) {
    service.answerWith(phone, { status, headers: { location: target.endpoint } })
    expect(await sendTo(phone)).toEqual({
      kind: 'rejected',
      reason: `the push service answered ${status}`,
    })
  }
  expect(service.received).toEqual([])
})

const portOf = (server: Server) => {
  const address = server.address()
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** A server that is not a push service. */
async function startServer(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return portOf(server)
}

test('connections are reused, and one that the push service closes while it is idle costs no message', async () => {
  const calls = new Map<Socket, number>()
  const port = await startServer((req, reply) => {
    const nth = (calls.get(req.socket) ?? 0) + 1
    calls.set(req.socket, nth)
    if (nth === 3) req.socket.destroy()
    else req.resume().on('end', () => reply.writeHead(201).end())
  })
  const origin = `http://127.0.0.1:${port}`
  const push = { ...config.push, extraServices: [origin] }
  const sendThere = createPushSender({ ...common, config: { push } })
  const { keys } = service.subscribe(publicKey)
  for (let nth = 0; nth < 4; nth += 1)
    expect(await sendThere({ endpoint: `${origin}/push`, ...keys }, MESSAGE, OPTIONS)).toEqual({
      kind: 'sent',
    })
  expect([...calls.values()]).toEqual([3, 2])
})

test('an endpoint that has never been or is no longer allowed is not called', async () => {
  let calls = 0
  const port = await startServer((_req, reply) => {
    calls += 1
    reply.end()
  })
  const { keys } = service.subscribe(publicKey)
  for (const endpoint of [`http://127.0.0.1:${port}/push`, `http://localhost:${port}/push`])
    expect(await send({ endpoint, ...keys }, MESSAGE, OPTIONS)).toEqual({
      kind: 'rejected',
      reason: 'the push service is not allowed',
    })
  expect(calls).toBe(0)
})

test('a push service whose name leads to a private address is not connected to', async () => {
  const { keys } = service.subscribe(publicKey)
  for (const address of ['127.0.0.1', '10.0.0.1', '::1']) {
    const family = address.includes(':') ? 6 : 4
    const lookup = createPublicLookup((_name, _options, answer) => answer(null, [{ address, family }]))
    const sendThere = createPushSender({ ...common, config, lookup })
    const subscription = { endpoint: 'https://fcm.googleapis.com/fcm/send/abc', ...keys }
    expect(await sendThere(subscription, MESSAGE, OPTIONS)).toEqual({
      kind: 'failed',
      reason: 'fcm.googleapis.com has an address that is not public.',
      retryAfterSeconds: 0,
    })
  }
})

test('a push service that is away, hangs up or never answers has failed, and the reason does not name the endpoint', async () => {
  const { keys } = service.subscribe(publicKey)
  const silent = await startServer(() => {})
  const rude = await startServer(req => req.socket.destroy())
  const closed = createServer().listen(0, '127.0.0.1')
  await once(closed, 'listening')
  const away = portOf(closed)
  closed.close()
  await once(closed, 'close')
  for (const [port, reason, timeoutMs] of [
    [silent, 'the push service did not answer in time', 100],
    [rude, 'ECONNRESET', 60_000],
    [away, 'ECONNREFUSED', 60_000],
  ] as const) {
    const origin = `http://127.0.0.1:${port}`
    const push = { ...config.push, extraServices: [origin] }
    const sendThere = createPushSender({ ...common, config: { push }, timeoutMs })
    const outcome = await sendThere({ endpoint: `${origin}/push/secret`, ...keys }, MESSAGE, OPTIONS)
    expect(outcome).toEqual({ kind: 'failed', reason, retryAfterSeconds: 0 })
  }
})
