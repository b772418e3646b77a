import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
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
const primary = await aCluster({ isStandby: false })

/** A proxy that leads each connection to the next of several servers. */
async function aProxyTo(hosts: string[]) {
  let connections = 0
  const server = createServer(client => {
    const upstream = connect(join(hosts[connections++ % hosts.length] ?? '', '.s.PGSQL.5432'))
    client.pipe(upstream).pipe(client)
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('while a proxy leads to a standby and to the primary in turn, connections are to the primary', async () => {
  const port = await aProxyTo([standby.connection.host, primary.connection.host])
  const { user, database } = primary.connection
  const pool = createPool(
    { connectionString: `postgresql://${user}@127.0.0.1:${port}/${database}` },
    () => {},
  )
  onTestFinished(() => pool.end())
  const clients = await Promise.all([pool.connect(), pool.connect(), pool.connect()])
  for (const client of clients) {
    const { rows } = await client.query('select pg_is_in_recovery() as standby')
    expect(rows).toEqual([{ standby: false }])
    client.release()
  }
})

// The last test, because it promotes the standby.
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
