import { sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase } from '../../testing/postgres/test-database.ts'
import { createDatabase, createPool, type Database } from './connection.ts'
import { createReader } from './reader.ts'

const { db, address, ownerAddress } = await createTestDatabase()

/**
 * A second database that says that it is a standby: its functions come before those of PostgreSQL. What it has replayed is
 * in a table, where tests set it.
 */
const copy = await createTestDatabase()
await sql`create schema standby`.execute(copy.owner)
await sql`create table standby.state (is_standby boolean, position pg_lsn, timeline int, asked int)`.execute(
  copy.owner,
)
await sql`
  create function standby.pg_is_in_recovery() returns boolean language sql as
    'update standby.state set asked = asked + 1 returning is_standby'`.execute(copy.owner)
await sql`
  create function standby.pg_last_wal_replay_lsn() returns pg_lsn language sql as
    'select position from standby.state'`.execute(copy.owner)
await sql`
  create function standby.pg_control_recovery() returns table (min_recovery_end_timeline int) language sql as
    'select timeline from standby.state'`.execute(copy.owner)
const standbyPool = createPool(
  { ...copy.ownerAddress, options: '-c search_path=standby,pg_catalog,public' } as typeof ownerAddress,
  () => {},
  { mayBeStandby: true, connections: 1 },
)
afterAll(() => standbyPool.end())
const standby = createDatabase(standbyPool)

const FAR = 'FFFFFFFF/FFFFFFFF'
const BEHIND = '0/0'
const set = async (state: { is_standby: boolean; position: string; timeline?: number }) => {
  await sql`truncate standby.state`.execute(copy.owner)
  await sql`
    insert into standby.state
    values (${state.is_standby}, ${state.position}::pg_lsn, ${state.timeline ?? 1}, 0)`.execute(copy.owner)
}
const timesAsked = async () =>
  (await sql<{ asked: number }>`select asked from standby.state`.execute(copy.owner)).rows[0]?.asked

const faults: string[] = []
const aReader = (more: { standby?: Database | null; restMs?: number } = {}) =>
  createReader({
    ...{ primary: db, standby, maxLagMs: 50, restMs: 60_000, ...more },
    onFault: reason => faults.push(reason),
  })

const databaseName = async (db: Database) =>
  (await sql<{ name: string }>`select current_database() as name`.execute(db)).rows[0]?.name

beforeEach(async () => {
  faults.length = 0
  await set({ is_standby: true, position: FAR })
})

test('a standby that has everything is read', async () => {
  expect(await aReader()(databaseName)).toBe(copy.address.database)
  expect(faults).toEqual([])
})

test('without a standby the primary is read', async () => {
  expect(await aReader({ standby: null })(databaseName)).toBe(address.database)
})

test('a standby that catches up in time is read', async () => {
  await set({ is_standby: true, position: BEHIND })
  const reading = createReader({ primary: db, standby, maxLagMs: 10_000, onFault: () => {} })(databaseName)
  while ((await timesAsked()) === 0);
  await sql`update standby.state set position = ${FAR}::pg_lsn`.execute(copy.owner)
  expect(await reading).toBe(copy.address.database)
})

test('the primary is read while the standby lags, and the standby is left alone for a while', async () => {
  await set({ is_standby: true, position: BEHIND })
  const reader = aReader()
  expect(await reader(databaseName)).toBe(address.database)
  const asked = await timesAsked()
  expect(await reader(databaseName)).toBe(address.database)
  expect(await timesAsked()).toBe(asked)
  expect(faults).toEqual(['No standby has what the primary has.'])
})

test('after that while the standby is read again', async () => {
  await set({ is_standby: true, position: BEHIND })
  const reader = aReader({ restMs: 0 })
  expect(await reader(databaseName)).toBe(address.database)
  await set({ is_standby: true, position: FAR })
  expect(await reader(databaseName)).toBe(copy.address.database)
})

test('a server that is no standby is not read: it may be a former primary that does not know it', async () => {
  await set({ is_standby: false, position: FAR })
  expect(await aReader()(databaseName)).toBe(address.database)
})

test('a standby that follows another primary is not read, however far it is', async () => {
  await set({ is_standby: true, position: FAR, timeline: 2 })
  expect(await aReader()(databaseName)).toBe(address.database)
  expect(faults).toEqual(['No standby has what the primary has.'])
})

test('the primary is read when no standby can be reached, and when the read fails there', async () => {
  const pool = createPool({ host: '/nowhere', user: 'nobody', database: 'nothing' }, () => {})
  const reader = aReader({ standby: createDatabase(pool) })
  expect(await reader(databaseName)).toBe(address.database)
  await pool.end()
  const failing = await aReader()(async db => {
    if ((await databaseName(db)) === copy.address.database) throw new Error('canceling statement')
    return 'read'
  })
  expect(failing).toBe('read')
  expect(faults).toEqual([expect.any(String), 'canceling statement'])
})

test('a read that fails on the primary as well fails', async () => {
  const read = aReader()(db => sql`select nothing`.execute(db))
  await expect(read).rejects.toThrow('column "nothing" does not exist')
})
