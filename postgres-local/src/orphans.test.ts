import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { findBinaries } from './binaries.ts'
import { connectionOf, prepareDataFolder } from './data-folder.ts'
import { findLauncher } from './launcher.ts'
import { openLogFile } from './log-file.ts'
import { findProcess, isServerIn, serverArgs } from './processes.ts'
import { startPostgres, waitUntilReady } from './server.ts'
import { makeDatabase, pathWithStub } from './testing/data-folders.ts'
import { startInstance } from './testing/instances.ts'
import { postmastersIn } from './testing/process-tree.ts'
import { query } from './testing/queries.ts'

const timeout = 120_000

let dataDir: string
beforeAll(async () => {
  const database = await makeDatabase()
  dataDir = database.dataDir
  return database.remove
}, timeout)

test('PostgreSQL ends when the program is killed, and the program can start again', { timeout }, async () => {
  const first = startInstance(dataDir)
  const { pid } = await first.ready
  await first.kill('node')
  while (findProcess(pid)) await sleep(10)

  const second = startInstance(dataDir)
  const server = await second.ready
  expect(server.pid).not.toBe(pid)
  expect(postmastersIn(dataDir)).toEqual([server.pid])
})

test('a PostgreSQL that outlived its program is stopped, with its clients connected', {
  timeout,
}, async () => {
  const first = startInstance(dataDir, { env: { PATH: pathWithStub('setpriv', 'shift 3; exec "$@"') } })
  const { pid, connection } = await first.ready
  const sleeper = query(connection, 'select pg_sleep(600)').catch(error => error.code)
  await first.kill('node')
  expect(postmastersIn(dataDir)).toEqual([pid])

  const second = startInstance(dataDir)
  const server = await second.ready
  expect(postmastersIn(dataDir)).toEqual([server.pid])
  expect(second.messages.join()).toContain(`process ${pid}`)
  expect(await sleeper).toBe('57P01')
})

test('PostgreSQL starts after only its postmaster was killed, with active clients', {
  tags: 'long',
  timeout,
}, async () => {
  const first = startInstance(dataDir)
  const { pid, connection } = await first.ready
  const busy = query(connection, 'select count(*) from generate_series(1, 1000000000)').catch(
    () => 'interrupted',
  )
  await sleep(100)
  process.kill(pid, 'SIGKILL')
  expect(await first.ended).toBe(1)

  const second = startInstance(dataDir)
  const server = await second.ready
  expect(postmastersIn(dataDir)).toEqual([server.pid])
  expect(await busy).toBe('interrupted')
})

test('only the program postgres counts as the server of a folder, if it works or was started there', () => {
  const cluster = join(dataDir, 'postgres')
  const ours = ['/opt/bin/postgres', ...serverArgs(cluster), '-c', 'port=5432']
  const inside = statSync(cluster)
  const process = { pid: 1, program: 'postgres', args: ours, folder: inside }
  expect(isServerIn(process, cluster)).toBe(true)
  expect(isServerIn({ ...process, folder: null }, cluster)).toBe(true)
  expect(isServerIn({ ...process, args: ['postgres: checkpointer '] }, cluster)).toBe(true)
  expect(isServerIn({ ...process, program: 'vim' }, cluster)).toBe(false)
  expect(isServerIn({ ...process, program: null }, cluster)).toBe(false)
  expect(isServerIn({ ...process, folder: statSync('/'), args: serverArgs(cluster) }, cluster)).toBe(false)
  expect(isServerIn({ ...process, folder: statSync('/') }, `${cluster}-2`)).toBe(false)
})

test.each(['nonsense\n', '-1\n'])(
  'a postmaster.pid with the content %j does not prevent a start',
  { tags: 'long', timeout },
  async text => {
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), text)
    await startInstance(dataDir).ready
  },
)

test('a PostgreSQL that somebody started manually on the folder is named and not signalled', {
  tags: 'long',
  timeout,
}, async () => {
  const folder = prepareDataFolder(dataDir)
  const binaries = findBinaries()
  const launcher = findLauncher(folder, binaries)
  const log = openLogFile(folder.log, launcher.owner)
  // The same program with other arguments than ours.
  const server = await startPostgres({ launcher, program: binaries.postgres, descriptor: log.descriptor }, [
    '-D',
    folder.cluster,
    '-k',
    folder.run,
    '-h',
    '',
  ])
  log.close()
  onTestFinished(() => server.stop())
  expect(await waitUntilReady(server, connectionOf(folder))).toBe(true)

  expect(await startInstance(dataDir).refused).toContain(`process ${server.pid}`)
  expect(await query(connectionOf(folder), 'select 1 as one')).toEqual([{ one: 1 }])
})
