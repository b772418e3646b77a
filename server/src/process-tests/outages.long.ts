import { readSession } from '@blood-bank/contract/sessions/endpoints'
import { expect, test } from 'vitest'
import { NO_POSTING_LIMITS } from '../testing/environments/no-posting-limits.ts'
import { newMemberOf } from '../testing/members.ts'
import { signalPostgres } from '../testing/processes/signal-postgres.ts'
import { callDatabaseEndpoints } from '../testing/processes/stop-postgres.ts'
import { aDataFolder, startProduct } from '../testing/running-product.ts'

const TRIALS = 10
const ANSWERED_WITHIN_MS = 4_000

test('PostgreSQL is suspended and killed in turn during calls; each is answered within four seconds, and the server recovers', async ({
  annotate,
}) => {
  const dataDir = await aDataFolder()
  const product = await startProduct({ dataDir, environment: NO_POSTING_LIMITS })
  const rima = await newMemberOf(product)
  let calls = 0
  let faults = 0
  let maxMs = 0
  for (let trial = 0; trial < TRIALS; trial++) {
    const callsInFlight = callDatabaseEndpoints(rima)
    signalPostgres(dataDir, trial % 2 ? 'SIGKILL' : 'SIGSTOP')
    const answers = [...(await callsInFlight), ...(await callDatabaseEndpoints(rima))]
    signalPostgres(dataDir, 'SIGCONT')
    for (const { reply, tookMs } of answers) {
      calls += 1
      maxMs = Math.max(maxMs, tookMs)
      const isUnavailable = reply.error?.code === 'unavailable' && reply.headers['retry-after'] === '5'
      if (reply.status >= 300 && !isUnavailable) faults += 1
    }
    await expect.poll(async () => (await rima.call(readSession)).body.user?.email).toBe(rima.email)
  }
  await annotate(
    JSON.stringify({
      tried: `SIGSTOP and SIGKILL of PostgreSQL under ${calls} calls: the longest answer took ${Math.round(maxMs)} ms`,
      trials: TRIALS,
      faults,
    }),
    'figures',
  )
  expect(faults).toBe(0)
  expect(maxMs).toBeLessThan(ANSWERED_WITHIN_MS)
  expect(await product.stop()).toBe(0)
})
