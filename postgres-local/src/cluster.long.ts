import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startCluster } from './cluster.ts'
import { crashWorker } from './testing/crash-worker.ts'
import { aFolder, makeDatabase } from './testing/data-folders.ts'
import { startInstance } from './testing/instances.ts'
import { postmastersIn } from './testing/process-tree.ts'
import { storeAndReadBack } from './testing/queries.ts'

let dataDir: string
beforeAll(async () => {
  const database = await makeDatabase()
  dataDir = database.dataDir
  return database.remove
})

test('it stops while PostgreSQL restarts after the crash of a worker', async () => {
  const cluster = await start(dataDir)
  await crashWorker(dataDir, cluster.connection)
  await cluster.stop()
  expect(postmastersIn(dataDir)).toEqual([])
  await start(dataDir)
})

test('of several instances that start at once on an empty data folder, exactly one succeeds', async () => {
  const dataDir = join(aFolder(), 'data')
  const instances = [1, 2, 3, 4].map(() => startInstance(dataDir))
  const outcomes = await Promise.allSettled(instances.map(instance => instance.ready))
  const [winner, ...others] = outcomes.filter(({ status }) => status === 'fulfilled')
  expect(others).toEqual([])
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(String(outcome.reason)).toContain(`${dataDir} is in use`)
  }
  if (winner?.status !== 'fulfilled') throw new Error('No instance started.')
  expect(postmastersIn(dataDir)).toEqual([winner.value.pid])
  expect((await storeAndReadBack(winner.value.connection)).word).toBe('ø😀')
})

test('a cluster that was copied with too open permissions is repaired and started', async () => {
  chmodSync(join(dataDir, 'postgres'), 0o755)
  await start(dataDir)
})

async function start(dataDir: string) {
  const cluster = await startCluster({ dataDir, log: () => {} })
  onTestFinished(() => cluster.stop())
  return cluster
}
