import { setTimeout as pause } from 'node:timers/promises'
import { listActiveBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { expect, test } from 'vitest'
import { aBloodRequest } from '../testing/builders.ts'
import { NO_POSTING_LIMITS } from '../testing/environments/no-posting-limits.ts'
import { newMemberOf } from '../testing/members.ts'
import { startSilentNetwork } from '../testing/postgres/silent-network.ts'
import { createTestDatabase } from '../testing/postgres/test-database.ts'
import { anEmptyFolder, startProduct } from '../testing/running-product.ts'

const TRIALS = 5
const WRITERS = 8
const READERS = 4
const ANSWERED_WITHIN_MS = 4_000
/** Twice the timeout of a query: a call may take a silent connection just before the first one is noticed. */
const WORKING_AGAIN_WITHIN_MS = 7_000

const { db, ownerAddress } = await createTestDatabase()
const network = await startSilentNetwork(ownerAddress)

test('all connections to PostgreSQL go silent under load; calls are answered within four seconds, nothing acknowledged is lost', async ({
  annotate,
}) => {
  const product = await startProduct({
    dataDir: await anEmptyFolder(),
    environment: { ...NO_POSTING_LIMITS, DATABASE_URL: network.address.connectionString },
  })
  const members = await Promise.all(Array.from({ length: WRITERS }, () => newMemberOf(product)))
  const acknowledged: string[] = []
  let [calls, faults, maxMs, lastRefusalAt, isOver] = [0, 0, 0, 0, false]

  const untilOver = async (call: () => Promise<{ status: number; headers: Record<string, unknown> }>) => {
    while (!isOver) {
      const begunAt = performance.now()
      const { status, headers } = await call()
      calls += 1
      maxMs = Math.max(maxMs, performance.now() - begunAt)
      if (status === 503) lastRefusalAt = performance.now()
      if (status >= 300 && !(status === 503 && headers['retry-after'])) faults += 1
    }
  }
  const writers = members.map(member =>
    untilOver(async () => {
      const reply = await member.call(postBloodRequest, { body: aBloodRequest() })
      if (reply.status === 201) acknowledged.push(reply.body.id)
      return reply
    }),
  )
  const readers = members
    .slice(0, READERS)
    .map(member => untilOver(() => member.call(listActiveBloodRequests, { query: {} })))

  let recoveryMs = 0
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const silencedAt = performance.now()
    network.silenceConnections()
    await pause(WORKING_AGAIN_WITHIN_MS + 1_000)
    recoveryMs = Math.max(recoveryMs, lastRefusalAt - silencedAt)
  }
  isOver = true
  await Promise.all([...writers, ...readers])

  const stored = await db.selectFrom('bloodRequests').select('id').execute()
  const ids = new Set(stored.map(({ id }) => id))
  const losses = acknowledged.filter(id => !ids.has(id)).length
  const processes = await product.stop()
  await annotate(
    JSON.stringify({
      tried: `all connections to PostgreSQL go silent under ${calls} calls (${acknowledged.length} posts): the longest answer took ${Math.round(maxMs)} ms, the last refusal came after ${Math.round(recoveryMs)} ms`,
      trials: TRIALS,
      faults,
      losses,
    }),
    'figures',
  )
  expect({ faults, losses, processes }).toEqual({ faults: 0, losses: 0, processes: 0 })
  expect(maxMs).toBeLessThan(ANSWERED_WITHIN_MS)
  expect(recoveryMs).toBeLessThan(WORKING_AGAIN_WITHIN_MS)
})
