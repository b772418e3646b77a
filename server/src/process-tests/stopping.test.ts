import { closeBloodRequest, postBloodRequest } from '@blood-bank/contract/blood-requests'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { postmastersIn } from '@blood-bank/postgres-local/testing/process-tree'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { aBloodRequest } from '../testing/builders.ts'
import { NO_POSTING_LIMITS } from '../testing/environments/no-posting-limits.ts'
import { newMemberOf } from '../testing/members.ts'
import { aDataFolder, type RunningProduct, startProduct } from '../testing/running-product.ts'

const timeout = 300_000
const CALLS = 20
/** As many wait in PostgreSQL; the other calls wait for a connection. */
const CONNECTIONS = 16
/** stopping.long.ts measures the five seconds; a stop that hangs takes longer than this on the busiest machine. */
const STOPPED_WITHIN_MS = 20_000

/** Blood requests cannot be written until it lets go. */
async function holdUpWrites({ dataDir }: RunningProduct) {
  const client = new pg.Client(connectionTo(dataDir))
  // Once the lock is released, the product may stop PostgreSQL before this connection is closed.
  client.on('error', () => {})
  await client.connect()
  await client.query('begin; lock table blood_requests in exclusive mode')
  const waiting = 'select count(*)::int as calls from pg_locks where not granted'
  return {
    howMany: async () => (await client.query(waiting)).rows[0].calls,
    letGo: async () => {
      await client.query('rollback')
      await client.end().catch(() => {})
    },
  }
}

test.each(['SIGTERM', 'Ctrl-C'] as const)(
  '%s lets twenty calls end, then stops PostgreSQL, however often it comes',
  { timeout },
  async how => {
    const dataDir = await aDataFolder()
    const environment = { ...NO_POSTING_LIMITS, CALLS_PER_ACCOUNT: '0' }
    const product = await startProduct({ dataDir, environment })
    const rima = await newMemberOf(product)
    const post = () => rima.call(postBloodRequest, { body: aBloodRequest() })
    const posted = await Promise.all(Array.from({ length: CALLS }, post))
    const { howMany, letGo } = await holdUpWrites(product)
    const body = { status: 'fulfilled' } as const
    const replies = Promise.all(
      posted.map(({ body: { id } }) => rima.call(closeBloodRequest, { params: { id }, body })),
    )
    await vi.waitUntil(async () => (await howMany()) === CONNECTIONS, { timeout: 20_000, interval: 10 })
    // Those beyond are in, too: they came before this call, which is answered.
    await product.stranger().send('GET', '/healthz')

    const begunAt = performance.now()
    const ended = product.stop(how)
    product.stop('SIGTERM')
    product.stop('Ctrl-C')
    await vi.waitUntil(() => isClosed(product.url), { timeout: 20_000, interval: 10 })
    await letGo()
    const statuses = (await replies).map(({ status }) => status)
    expect(statuses.filter(status => status === 200).length).toBeGreaterThanOrEqual(CONNECTIONS)
    // On a busy machine one may have waited too long for a connection; it is told so.
    expect(statuses.filter(status => status !== 200 && status !== 503)).toEqual([])
    expect(await ended).toBe(0)
    expect(performance.now() - begunAt).toBeLessThan(STOPPED_WITHIN_MS)
    expect(postmastersIn(dataDir)).toEqual([])
    expect(product.output()).not.toMatch(/error/i)
  },
)

/** Whether nobody new is let in. */
const isClosed = (url: string) =>
  fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
    ({ status }) => status === 503,
    () => true,
  )
