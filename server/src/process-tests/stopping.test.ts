import { closeBloodRequest } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { postmastersIn } from '@blood-bank/postgres-local/testing/process-tree'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { aBloodRequest } from '../testing/builders.ts'
import { NO_POSTING_LIMITS } from '../testing/environments/no-posting-limits.ts'
import { newMemberOf } from '../testing/members.ts'
import { aDataFolder, type RunningProduct, startProduct } from '../testing/running-product.ts'
import { samples } from '../testing/test-scope.ts'

const timeout = 300_000
const CALLS = 20
/** This many calls wait in PostgreSQL; the others wait for a connection. */
const CONNECTIONS = 16
/** stopping.long.ts measures the five seconds; a stop that hangs takes longer than this on the busiest machine. */
const STOPPED_WITHIN_MS = 20_000

/** Locks blood requests against writes until `release` is called. */
async function blockWrites({ dataDir }: RunningProduct) {
  const client = new pg.Client(connectionTo(dataDir))
  // Once the lock is released, the product may stop PostgreSQL before this connection is closed.
  client.on('error', () => {})
  await client.connect()
  await client.query('begin; lock table blood_requests in exclusive mode')
  const waiting = 'select count(*)::int as calls from pg_locks where not granted'
  return {
    countWaiting: async () => (await client.query(waiting)).rows[0].calls,
    release: async () => {
      await client.query('rollback')
      await client.end().catch(() => {})
    },
  }
}

const WAYS = ['SIGTERM', 'Ctrl-C'] as const

test.each(WAYS.slice(0, samples({ gate: 1, all: WAYS.length })))(
  '%s lets twenty calls finish, then stops PostgreSQL, even if it is sent repeatedly',
  { timeout },
  async how => {
    const dataDir = await aDataFolder()
    const environment = { ...NO_POSTING_LIMITS, CALLS_PER_ACCOUNT: '0' }
    const product = await startProduct({ dataDir, environment })
    const rima = await newMemberOf(product)
    const post = () => rima.call(postBloodRequest, { body: aBloodRequest() })
    const posted = await Promise.all(Array.from({ length: CALLS }, post))
    const { countWaiting, release } = await blockWrites(product)
    const body = { status: 'fulfilled' } as const
    const replies = Promise.all(
      posted.map(({ body: { id } }) => rima.call(closeBloodRequest, { params: { id }, body })),
    )
    await vi.waitUntil(async () => (await countWaiting()) === CONNECTIONS, { timeout: 20_000, interval: 10 })
    // The remaining calls have arrived too, because they were sent before this one, which is answered.
    await product.stranger().send('GET', '/healthz')

    const begunAt = performance.now()
    const ended = product.stop(how)
    product.stop('SIGTERM')
    product.stop('Ctrl-C')
    await vi.waitUntil(() => isClosed(product.url), { timeout: 20_000, interval: 10 })
    await release()
    const statuses = (await replies).map(({ status }) => status)
    expect(statuses.filter(status => status === 200).length).toBeGreaterThanOrEqual(CONNECTIONS)
    // On a busy machine a call may time out waiting for a connection and is refused.
    expect(statuses.filter(status => status !== 200 && status !== 503)).toEqual([])
    expect(await ended).toBe(0)
    expect(performance.now() - begunAt).toBeLessThan(STOPPED_WITHIN_MS)
    expect(postmastersIn(dataDir)).toEqual([])
    expect(product.output()).not.toMatch(/error/i)
  },
)

/** Whether the server accepts no new calls. */
const isClosed = (url: string) =>
  fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
    ({ status }) => status === 503,
    () => true,
  )
