import { readSession } from '@blood-bank/contract/sessions'
import { expect, test } from 'vitest'
import { newMemberOf } from '../testing/members.ts'
import { aDataFolder, startProduct } from '../testing/running-product.ts'
import { callEverything, signalPostgres } from './testing/stop-postgres.ts'

const timeout = 300_000
/** Four seconds and what a busy machine adds. */
const ANSWERED_WITHIN_MS = 6_000

test.each([
  ['sleeps', 'SIGSTOP', 'SIGCONT'],
  ['is killed', 'SIGKILL', null],
] as const)(
  'while PostgreSQL %s people are told to come back, and it recovers by itself',
  { timeout },
  async (_, signal, wakeUp) => {
    const dataDir = await aDataFolder()
    const product = await startProduct({ dataDir })
    const rima = await newMemberOf(product)
    const underWay = callEverything(rima)
    signalPostgres(dataDir, signal)
    for (const { reply, tookMs } of await underWay) {
      if (reply.status >= 300) expect(reply).toRefuse('unavailable')
      expect(tookMs).toBeLessThan(ANSWERED_WITHIN_MS)
    }
    if (wakeUp) {
      for (const { reply, tookMs } of await callEverything(rima)) {
        expect(reply).toRefuse(
          'unavailable',
          'The service is not available right now. Please try again shortly.',
        )
        expect(reply.headers['retry-after']).toBe('5')
        expect(reply.text).not.toMatch(/postgres|socket|timeout|connection|ECONN/i)
        expect(tookMs).toBeLessThan(ANSWERED_WITHIN_MS)
      }
      expect((await product.stranger().send('GET', '/healthz')).status).toBe(200)
      signalPostgres(dataDir, wakeUp)
    }
    await expect.poll(async () => (await rima.call(readSession)).body.user?.email).toBe(rima.email)
    const recovered = await callEverything(rima)
    expect(recovered.map(({ reply }) => reply.status)).toEqual([200, 200, 200, 201, 201, 202, 202])
    expect(await product.stop()).toBe(0)
  },
)
