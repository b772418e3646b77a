import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startCluster } from '@blood-bank/postgres-local/cluster'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { aDataFolder, untilTheFileIsDone } from '../../testing/running-product.ts'
import { createPool } from './connection.ts'
import { isDatabaseUnavailable } from './outage.ts'

const until = untilTheFileIsDone()

async function aCluster({ isStandby }: { isStandby: boolean }) {
  const dataDir = await aDataFolder(until)
  if (isStandby) await writeFile(join(dataDir, 'postgres', 'standby.signal'), '')
  const cluster = await startCluster({ dataDir, log: () => {} })
  until(() => cluster.stop())
  return cluster
}

const standby = await aCluster({ isStandby: true })

test('a connection to a standby is refused as an outage until the standby becomes the primary', async () => {
  const pool = createPool(standby.connection, () => {}, { hasTimeouts: false })
  onTestFinished(() => pool.end())
  for (let time = 0; time < 3; time += 1) {
    const error = await pool.query('select').catch(error => error)
    expect([isDatabaseUnavailable(error), error.message]).toEqual([
      true,
      expect.stringContaining('is a standby'),
    ])
  }
  expect(pool.totalCount).toBe(0)

  const admin = new pg.Client(standby.connection)
  await admin.connect()
  await admin.query('select pg_promote()')
  await admin.end()
  expect((await pool.query('select pg_is_in_recovery() as standby')).rows).toEqual([{ standby: false }])
})
