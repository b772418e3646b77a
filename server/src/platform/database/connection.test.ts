import { expect, test } from 'vitest'
import { startSilentNetwork } from '../../testing/postgres/silent-network.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { createPool } from './connection.ts'

const { address } = await createTestDatabase()
const network = await startSilentNetwork(address)

const CONNECTIONS = 4

test('after one query without an answer, no other waits on a connection that has gone silent', async () => {
  const pool = createPool(network.address, () => {}, { hasTimeouts: false, connections: CONNECTIONS })
  const query = { text: 'select pg_backend_pid() as pid', query_timeout: 500 }
  const atOnce = () =>
    Promise.all(Array.from({ length: CONNECTIONS }, () => pool.query<{ pid: number }>(query)))
  const pidsOf = (results: Awaited<ReturnType<typeof atOnce>>) =>
    results.flatMap(({ rows }) => rows.map(({ pid }) => pid))

  const before = pidsOf(await atOnce())
  expect([new Set(before).size, pool.idleCount]).toEqual([CONNECTIONS, CONNECTIONS])
  network.silenceConnections()
  const client = await pool.connect()
  await expect(client.query(query)).rejects.toThrow('Query read timeout')
  // The query of a transaction fails; its rollback must not wait for the timeout again.
  await expect(client.query('rollback')).rejects.toThrow()
  client.release()

  const after = pidsOf(await atOnce())
  expect(after.filter(pid => before.includes(pid))).toEqual([])
  expect(pool.totalCount).toBe(CONNECTIONS)
  await pool.end()
})
