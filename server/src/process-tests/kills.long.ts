import { chownSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { listOwnBloodRequests } from '@blood-bank/contract/blood-requests/endpoints'
import { postBloodRequest } from '@blood-bank/contract/blood-requests/posting'
import { MAX_PAGE_SIZE } from '@blood-bank/contract/listing'
import { pathWithStub } from '@blood-bank/postgres-local/testing/data-folders'
import { postmastersIn } from '@blood-bank/postgres-local/testing/process-tree'
import { aUser } from '@blood-bank/postgres-local/testing/users'
import { expect, test, vi } from 'vitest'
import { everyPage } from '../testing/http/every-page.ts'
import { newMemberOf } from '../testing/members.ts'
import { aBloodRequest } from '../testing/person.ts'
import { killAtRandom } from '../testing/processes/kill-at-random.ts'
import {
  aDataFolder,
  anEmptyFolder,
  launchProduct,
  type RunningProduct,
  startProduct,
} from '../testing/running-product.ts'
import { NO_POSTING_LIMITS } from '../testing/test-app.ts'

const TRIALS = 20
const CLIENTS = 8
const FIRST_START_MS = 2_000

/** The only postmaster. A worker has the same command line right after its fork, so this may have to wait. */
const onlyPostmaster = (dataDir: string) =>
  vi.waitFor(() => {
    const [pid, ...more] = postmastersIn(dataDir)
    expect([pid, more]).toEqual([expect.any(Number), []])
    return pid
  }, 60_000)

test('every post acknowledged to eight clients exists once after kill -9, in twenty trials', async () => {
  const dataDir = await aDataFolder()
  const restart = () => startProduct({ dataDir, environment: NO_POSTING_LIMITS })
  const product = await restart()
  const rima = await newMemberOf(product)
  const acknowledged: string[] = []
  const post = async (product: RunningProduct) => {
    const { status, body } = await product.as(rima).call(postBloodRequest, { body: aBloodRequest() })
    if (status === 201) acknowledged.push(body.id)
  }
  const check = async (product: RunningProduct) => {
    const pages = await everyPage(place =>
      product.as(rima).call(listOwnBloodRequests, { query: { limit: MAX_PAGE_SIZE, ...place } }),
    )
    const listed = pages.flat().map(({ id }) => id)
    const stored = new Set(listed)
    expect(listed).toHaveLength(stored.size)
    expect(acknowledged.filter(id => !stored.has(id))).toEqual([])
  }
  await killAtRandom(product, {
    count: TRIALS,
    maxLifetimeMs: 1_500,
    restart,
    check,
    clients: Array(CLIENTS).fill(post),
  })
  expect(acknowledged.length).toBeGreaterThanOrEqual(TRIALS)
})

type Start = { afterMs: number; environment?: Record<string, string>; uid?: number | undefined }

/**
 * Kills every process `afterMs` after the very first start. The next start works, with one PostgreSQL.
 * @param uid the user to run as; only root can choose one
 */
async function killFirstStart({ afterMs, ...start }: Start): Promise<void> {
  const dataDir = await anEmptyFolder()
  if (start.uid !== undefined) chownSync(dataDir, start.uid, start.uid)
  const killed = await launchProduct({ ...start, dataDir })
  await pause(afterMs)
  await killed.kill('all')

  const product = await startProduct({ ...start, dataDir })
  const rima = await newMemberOf(product)
  await rima.call(postBloodRequest, { body: aBloodRequest({ patientName: 'ø😀' }) })
  const { body } = await rima.call(listOwnBloodRequests, { query: {} })
  expect(body.records).toMatchObject([{ patientName: 'ø😀' }])
  expect(postmastersIn(dataDir)).toHaveLength(1)
  expect(await product.stop()).toBe(0)
}

test('a first start that was killed at any of twenty moments is recovered by the next start', async () => {
  for (let trial = 0; trial < TRIALS; trial += 1)
    await killFirstStart({ afterMs: ((trial + 0.5) * FIRST_START_MS) / TRIALS })
})

test('an unprivileged user starts the product after a killed first start, in the C locale', () =>
  killFirstStart({ afterMs: 700, environment: { LANG: 'C', LC_ALL: 'C' }, uid: aUser() }))

test('a first start that is stopped leaves no PostgreSQL behind', async () => {
  const dataDir = await anEmptyFolder()
  const product = await launchProduct({ dataDir })
  await vi.waitUntil(() => product.output().includes('Creating the database'), 60_000)
  expect(await product.stop()).toBe(0)
  await vi.waitUntil(() => postmastersIn(dataDir).length === 0, 60_000)
})

test('a second instance is refused with a message that names the folder; an orphaned PostgreSQL is replaced', async () => {
  const dataDir = await aDataFolder()
  // Without the signal that ends PostgreSQL with its owner.
  const environment = { PATH: pathWithStub('setpriv', 'shift 3; exec "$@"') }
  const first = await startProduct({ dataDir, environment })
  const rima = await newMemberOf(first)

  const refused = await launchProduct({ dataDir })
  expect(await refused.ended).toBe(1)
  expect(refused.output().trim()).toBe(
    `The data folder ${dataDir} is in use by another instance (process ${first.pid}). Stop it, or choose another DATA_DIR.`,
  )
  const { body: posted } = await rima.call(postBloodRequest, { body: aBloodRequest() })
  const orphan = await onlyPostmaster(dataDir)
  await first.kill('node')
  expect(await onlyPostmaster(dataDir)).toBe(orphan)

  const second = await startProduct({ dataDir })
  expect(await onlyPostmaster(dataDir)).not.toBe(orphan)
  const { body } = await second.as(rima).call(listOwnBloodRequests, { query: {} })
  expect(body.records).toEqual([posted])
})
