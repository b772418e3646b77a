import { spawn } from 'node:child_process'
import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { findBinaries } from './binaries.ts'
import { connectionIn, openDataFolder } from './data-folder.ts'
import { openLog } from './log-file.ts'
import { findWay } from './privileges.ts'
import { findProcess, isServerIn, ourArgs } from './processes.ts'
import { becomesReady, launch } from './server.ts'
import { startCopy } from './testing/copies.ts'
import { crashWorker } from './testing/crash-worker.ts'
import { makeDatabase } from './testing/data-folders.ts'
import { pathWith } from './testing/path-with.ts'
import { postmastersIn, processTree } from './testing/process-tree.ts'
import { query } from './testing/queries.ts'

const timeout = 120_000

let dataDir: string
beforeAll(async () => {
  const database = await makeDatabase()
  dataDir = database.dataDir
  return database.remove
}, timeout)

test('PostgreSQL ends when the program is killed, and the program starts again', { timeout }, async () => {
  const first = startCopy(dataDir)
  const { pid } = await first.ready
  await first.kill('node')
  while (findProcess(pid)) await sleep(10)

  const second = startCopy(dataDir)
  const server = await second.ready
  expect(server.pid).not.toBe(pid)
  expect(postmastersIn(dataDir)).toEqual([server.pid])
})

test('a PostgreSQL that outlived its program is stopped, with its clients connected', {
  timeout,
}, async () => {
  const first = startCopy(dataDir, { env: { PATH: pathWith('setpriv', 'shift 3; exec "$@"') } })
  const { pid, connection } = await first.ready
  const sleeper = query(connection, 'select pg_sleep(600)').catch(error => error.code)
  await first.kill('node')
  expect(postmastersIn(dataDir)).toEqual([pid])

  const second = startCopy(dataDir)
  const server = await second.ready
  expect(postmastersIn(dataDir)).toEqual([server.pid])
  expect(second.messages.join()).toContain(`process ${pid}`)
  expect(await sleeper).toBe('57P01')
})

test('a sleeping PostgreSQL that outlived its program is woken and stopped', { timeout }, async () => {
  const first = startCopy(dataDir)
  const { pid } = await first.ready
  process.kill(pid, 'SIGSTOP')
  await first.kill('node')

  const { pid: next } = await startCopy(dataDir).ready
  expect(postmastersIn(dataDir)).toEqual([next])
})

test('a PostgreSQL that was beginning anew when its program was killed is stopped', { timeout }, async () => {
  const first = startCopy(dataDir)
  const { pid, connection } = await first.ready
  await crashWorker(dataDir, connection)
  await first.kill('node')

  const server = await startCopy(dataDir).ready
  expect(server.pid).not.toBe(pid)
  expect(postmastersIn(dataDir)).toEqual([server.pid])
})

test('PostgreSQL starts after its postmaster alone was killed, with clients at work', {
  timeout,
}, async () => {
  const first = startCopy(dataDir)
  const { pid, connection } = await first.ready
  const busy = query(connection, 'select count(*) from generate_series(1, 1000000000)').catch(
    () => 'broken off',
  )
  await sleep(100)
  process.kill(pid, 'SIGKILL')
  expect(await first.ended).toBe(1)

  const second = startCopy(dataDir)
  const server = await second.ready
  expect(postmastersIn(dataDir)).toEqual([server.pid])
  expect(await busy).toBe('broken off')
})

test('an innocent process whose number is in a stale postmaster.pid is left alone', { timeout }, async () => {
  const innocent = spawn('sleep', ['600'])
  onTestFinished(() => void innocent.kill())
  claim(dataDir, innocent.pid as number)

  const copy = startCopy(dataDir)
  await copy.ready
  expect(findProcess(innocent.pid as number)?.program).toBe('sleep')
  expect(await copy.stop()).toBe(0)
  expect(innocent.signalCode).toBe(null)
})

test('a stranger that merely calls itself our server is left alone', { timeout }, async () => {
  const args = ['-D', join(dataDir, 'postgres'), '-c', 'listen_addresses=']
  const stranger = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 6e5)', '--', ...args], {
    argv0: '/usr/bin/postgres',
  })
  onTestFinished(() => void stranger.kill())
  claim(dataDir, stranger.pid as number)

  await startCopy(dataDir).ready
  expect(stranger.signalCode).toBe(null)
  expect(findProcess(stranger.pid as number)).not.toBe(null)
})

test('only the program postgres, working in the folder or sent there by us, counts as its server', () => {
  const cluster = join(dataDir, 'postgres')
  const ours = ['/opt/bin/postgres', ...ourArgs(cluster), '-c', 'port=5432']
  const inside = statSync(cluster)
  const process = { pid: 1, program: 'postgres', args: ours, folder: inside }
  expect(isServerIn(process, cluster)).toBe(true)
  expect(isServerIn({ ...process, folder: null }, cluster)).toBe(true)
  expect(isServerIn({ ...process, args: ['postgres: checkpointer '] }, cluster)).toBe(true)
  expect(isServerIn({ ...process, program: 'vim' }, cluster)).toBe(false)
  expect(isServerIn({ ...process, program: null }, cluster)).toBe(false)
  expect(isServerIn({ ...process, folder: statSync('/'), args: ourArgs(cluster) }, cluster)).toBe(false)
  expect(isServerIn({ ...process, folder: statSync('/') }, `${cluster}-2`)).toBe(false)
})

test('a zombie whose number is in postmaster.pid does not keep PostgreSQL from starting', {
  timeout,
}, async () => {
  const parent = spawn('sh', ['-c', 'true & exec sleep 600'])
  onTestFinished(() => void parent.kill())
  claim(dataDir, await findZombieOf(parent.pid as number))

  await startCopy(dataDir).ready
})

test.each(['', 'nonsense\n', '-1\n'])(
  'a postmaster.pid that holds %j does not stop a start',
  {
    timeout,
  },
  async text => {
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), text)
    await startCopy(dataDir).ready
  },
)

test('a PostgreSQL that somebody started by hand on the folder is named and left alone', {
  timeout,
}, async () => {
  const folder = openDataFolder(dataDir)
  const binaries = findBinaries()
  const way = await findWay(folder, binaries)
  const log = openLog(folder.log, way.owner)
  // The same program, told in other words where to work.
  const server = await launch({ way, program: binaries.postgres, descriptor: log.descriptor }, [
    '-D',
    folder.cluster,
    '-k',
    folder.run,
    '-h',
    '',
  ])
  log.close()
  onTestFinished(() => server.stop())
  expect(await becomesReady(server, connectionIn(folder))).toBe(true)

  expect(await startCopy(dataDir).refused).toContain(`process ${server.pid}`)
  expect(await query(connectionIn(folder), 'select 1 as one')).toEqual([{ one: 1 }])
})

/** The file as PostgreSQL writes it, for a server that is not there. */
function claim(dataDir: string, pid: number): void {
  const cluster = join(dataDir, 'postgres')
  const lines = [
    pid,
    cluster,
    1_700_000_000,
    5432,
    join(dataDir, 'run'),
    '',
    '  1234567    999999',
    'ready   ',
  ]
  writeFileSync(join(cluster, 'postmaster.pid'), `${lines.join('\n')}\n`)
}

async function findZombieOf(parent: number): Promise<number> {
  for (;;) {
    const child = processTree(parent).find(pid => pid !== parent)
    if (child !== undefined && findProcess(child) === null) return child
    await sleep(1)
  }
}
