import { expect, test, vi } from 'vitest'
import { startSilentNetwork } from '../../testing/postgres/silent-network.ts'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { haveOwnSessions } from './reach-database.ts'
import { startStorage } from './storage.ts'

const { ownerAddress, pool } = await createTestDatabase()
const network = await startSilentNetwork(ownerAddress)
const databaseUrl = network.address.connectionString

test('a server that is started during an outage says what to check, waits, and starts when PostgreSQL is back', async () => {
  network.close()
  const print = vi.mocked(console.error).mockImplementation(() => {})
  const messages = print.mock.calls
  const starting = startStorage({ databaseUrl, dataDir: '/nowhere' }, { waits: true })
  await expect.poll(() => messages).toHaveLength(1)
  expect(messages[0]?.[0]).toMatch(
    /^PostgreSQL at 127\.0\.0\.1:\d+ is not available \(connect ECONNREFUSED .*\)\. Check that it runs and that DATABASE_URL is right\. The server waits and tries again every second\.$/,
  )
  // A command does not wait.
  await expect(startStorage({ databaseUrl, dataDir: '/nowhere' })).rejects.toThrow(
    /is not available .* Then try again\.$/,
  )
  await network.reopen()
  expect((await starting).address).toEqual({ connectionString: databaseUrl })
  expect(messages).toHaveLength(1)
  print.mockReset()
})

test('a database that PostgreSQL does not have is no outage: the start ends and names what to check', async () => {
  await expect(
    startStorage(
      { databaseUrl: databaseUrl.replace(ownerAddress.database, 'nothing'), dataDir: '/nowhere' },
      { waits: true },
    ),
  ).rejects.toThrow(
    /^PostgreSQL at 127\.0\.0\.1:\d+ refuses the connection \(database "nothing" does not exist\)\. Check DATABASE_URL: its user, password, database and sslmode\.$/,
  )
})

test('a pooler that shares a session between connections is recognized', async () => {
  const [first, second] = [await pool.connect(), await pool.connect()]
  try {
    expect(await haveOwnSessions([first, second])).toBe(true)
    expect(await haveOwnSessions([first, first])).toBe(false)
  } finally {
    first.release()
    second.release()
  }
})
