import { once } from 'node:events'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { MAX_CONNECTIONS } from '../../platform/database/connection.ts'
import { createBareHttp } from '../../testing/http/bare-http.ts'
import { settle } from '../../testing/http/held-server.ts'
import { ORIGIN } from '../../testing/person.ts'
import { startTestApp } from '../../testing/test-app.ts'
import { ANONYMOUS } from './caller.ts'

const bank = await startTestApp({ EVENT_LOOP_DELAY_MS: '1000' }, { connections: MAX_CONNECTIONS })
const rima = await bank.signedInAs()
const stranger = bank.stranger()

test('a call beyond the database queue is refused with retry-after, and served later', async () => {
  const take = (count: number) => Array.from({ length: count }, () => bank.pool.connect())
  const lent = await Promise.all(take(MAX_CONNECTIONS))
  const waiting = take(256)
  expect(bank.pool.waitingCount).toBe(256)
  const reply = await rima.call(readSession)
  expect(reply).toRefuse('unavailable')
  expect(reply.headers['retry-after']).toBe('1')
  await expect(bank.pool.connect()).rejects.toThrow('Too many calls wait for the database.')
  expect(bank.pool.waitingCount).toBe(256)
  for (const client of lent) client.release()
  await Promise.all(waiting.map(async client => (await client).release()))
  expect((await rima.call(readSession)).body.user?.id).toBe(rima.id)
})

/** Blocks the event loop, as in an overloaded process. */
function blockEventLoop(forMs: number) {
  const until = performance.now() + forMs
  while (performance.now() < until);
}

test('an overloaded process refuses strangers until it recovers, serves members, and stays healthy', async () => {
  await bank.app.ready()
  const statuses = new Set<number>()
  for (let time = 0; time < 20 && !statuses.has(503); time += 1) {
    blockEventLoop(1_300)
    await new Promise(setImmediate)
    const reply = await stranger.call(readSession)
    statuses.add(reply.status)
    if (reply.status !== 503) continue
    expect(reply).toRefuse('unavailable')
    expect(reply.headers['retry-after']).toBe('5')
    expect((await rima.call(readSession)).status).toBe(200)
    expect((await stranger.send('GET', '/healthz')).status).toBe(200)
  }
  expect(statuses).toContain(503)
  await expect.poll(async () => (await stranger.call(readSession)).status, { timeout: 60_000 }).toBe(200)
})

const { app, admitCall: preHandler } = createBareHttp({
  config: readConfig({ EVENT_LOOP_DELAY_MS: '1000' }),
  resolveCaller: async () => ANONYMOUS,
})
let handled = 0
app.post('/quick', { preHandler }, async () => {
  handled += 1
})
app.post('/slow', { preHandler }, async () => {
  handled += 1
  blockEventLoop(600)
})
app.post('/health', async () => ({}))
const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
afterAll(() => app.close())

const CALLS = 16

/** Sends calls whose last byte is missing. @returns sends the last byte of each, and the statuses of the replies */
async function sendUnfinished(path: string) {
  // The block of an earlier test is over.
  const quick = { method: 'POST', url: '/quick', headers: { origin: ORIGIN } } as const
  await expect.poll(async () => (await app.inject(quick)).statusCode, { timeout: 60_000 }).toBe(200)
  handled = 0
  let arrived = 0
  const count = () => {
    arrived += 1
  }
  app.server.on('request', count)
  const sockets = Array.from({ length: CALLS }, () => connect(Number(port), '127.0.0.1'))
  for (const socket of sockets) {
    await once(socket, 'connect')
    socket.write(
      `POST ${path} HTTP/1.1\r\nhost: localhost\r\norigin: ${ORIGIN}\r\ncontent-type: application/json\r\ncontent-length: 2\r\nconnection: close\r\n\r\n{`,
    )
  }
  await expect.poll(() => arrived, { timeout: 60_000 }).toBe(CALLS)
  app.server.off('request', count)
  await settle()
  return {
    finish: () => void sockets.forEach(socket => void socket.write('}')),
    statuses: async () => {
      const replies = await Promise.all(sockets.map(socket => text(socket)))
      return replies.map(reply => Number(/^HTTP\/1\.1 (\d+)/.exec(reply)?.[1]))
    },
  }
}

const refusedOf = (statuses: number[]) => statuses.filter(status => status === 503).length

test('calls whose bodies are completed while the process is blocked are refused', {
  tags: 'long',
}, async () => {
  const { finish, statuses } = await sendUnfinished('/quick')
  finish()
  blockEventLoop(1_300)
  expect(refusedOf(await statuses())).toBe(CALLS)
  expect(handled).toBe(0)
})

test('of calls whose bodies are completed at once, and which block the process, most are refused', {
  tags: 'long',
}, async () => {
  const { finish, statuses } = await sendUnfinished('/slow')
  finish()
  expect(refusedOf(await statuses())).toBe(CALLS - handled)
  expect(handled).toBeLessThan(CALLS / 2)
})

test('checks of health are answered all the same', { tags: 'long' }, async () => {
  const { finish, statuses } = await sendUnfinished('/health')
  finish()
  blockEventLoop(1_300)
  expect(refusedOf(await statuses())).toBe(0)
})
