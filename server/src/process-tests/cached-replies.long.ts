import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { MAX_PAGE_SIZE } from '@blood-bank/contract/paging'
import { connectionTo } from '@blood-bank/postgres-local/data-folder'
import { expect, test } from 'vitest'
import { createDatabase, createPool } from '../platform/database/connection.ts'
import { newMemberOf } from '../testing/members.ts'
import { aDataFolder, startProduct } from '../testing/running-product.ts'
import { storeBloodRequest } from '../testing/stored.ts'

const SMALL_HEAP = '--max-old-space-size=192'
const QUERIES = 200_000
const CONNECTIONS = 32
const RECORDS = 700
const NO_LIMITS = {
  NUMBERS_PER_HOUR: '0',
  NUMBERS_PER_DAY: '0',
  CALLS_PER_ACCOUNT: '0',
  CALLS_PER_ADDRESS: '0',
}

const written = (values: unknown) => Buffer.from(JSON.stringify(values)).toString('base64url')
const timeAt = (second: number) => new Date(Date.UTC(2026, 0, 1) + second * 1000).toISOString()

test('200,000 distinct queries, with forged and genuine cursors, do not crash a server with a small heap', async ({
  annotate,
}) => {
  const environment = { NODE_OPTIONS: SMALL_HEAP, ...NO_LIMITS }
  const product = await startProduct({ dataDir: await aDataFolder(), environment })
  const pool = createPool(connectionTo(product.dataDir), () => {})
  const db = createDatabase(pool)
  const owner = await newMemberOf(product)
  const { id: userId } = await db
    .selectFrom('users')
    .select('id')
    .where('email', '=', owner.email)
    .executeTakeFirstOrThrow()
  for (let second = 0; second < RECORDS; second += 1)
    await storeBloodRequest(db, { userId, requestedAt: new Date(timeAt(second)) })
  await pool.end()

  const rima = await newMemberOf(product)
  const cursors: string[] = []
  for (;;) {
    const after = cursors.at(-1)
    const { body } = await rima.call(listActiveBloodRequests, {
      query: { limit: 1, ...(after !== undefined && { after }) },
    })
    if (body.next === null) break
    cursors.push(body.next)
  }
  expect(cursors).toHaveLength(RECORDS - 1)

  const statuses = new Map<string, number>()
  const count = (kind: string) => statuses.set(kind, (statuses.get(kind) ?? 0) + 1)
  const send = async (at: number) => {
    const isForged = at % 2 === 0
    const cursor = isForged
      ? written([timeAt(at), '00000000-0000-7000-8000-000000000000'])
      : (cursors[Math.floor(at / 2) % cursors.length] ?? '')
    const limit = 1 + (Math.floor(at / 2 / cursors.length) % MAX_PAGE_SIZE)
    const { status } = await rima.send('GET', `/api/blood-requests?limit=${limit}&after=${cursor}`)
    count(`${isForged ? 'forged' : 'genuine'} ${status}`)
  }
  let sent = 0
  const sendRemaining = async () => {
    while (sent < QUERIES) {
      sent += 1
      await send(sent)
    }
  }
  await Promise.all(Array.from({ length: CONNECTIONS }, sendRemaining))
  const alive = (await product.stranger().send('GET', '/healthz')).status === 200
  await annotate(
    JSON.stringify({
      tried: `${QUERIES} distinct queries of a list on a server with ${SMALL_HEAP}, half of them with forged cursors`,
      trials: QUERIES,
      faults: Number(!alive),
    }),
    'figures',
  )
  expect(Object.fromEntries(statuses)).toEqual({ 'forged 200': QUERIES / 2, 'genuine 200': QUERIES / 2 })
  expect(alive).toBe(true)
})
