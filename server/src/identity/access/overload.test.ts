import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { MAX_CONNECTIONS } from '../../platform/database/connection.ts'
import { startTestApp } from '../../testing/test-app.ts'

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
