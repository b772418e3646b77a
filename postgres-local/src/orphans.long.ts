import { spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { findProcess } from './processes.ts'
import { crashWorker } from './testing/crash-worker.ts'
import { makeDatabase } from './testing/data-folders.ts'
import { startInstance } from './testing/instances.ts'
import { postmastersIn, processTree } from './testing/process-tree.ts'

/** Writes postmaster.pid as PostgreSQL does, with the id of another process. */
function writePidFile(dataDir: string, pid: number): void {
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

let dataDir: string
beforeAll(async () => {
  const database = await makeDatabase()
  dataDir = database.dataDir
  return database.remove
})

test('a suspended PostgreSQL that outlived its program is continued and stopped', async () => {
  const first = startInstance(dataDir)
  const { pid } = await first.ready
  process.kill(pid, 'SIGSTOP')
  await first.kill('node')

  const { pid: next } = await startInstance(dataDir).ready
  expect(postmastersIn(dataDir)).toEqual([next])
})

test('a PostgreSQL that was restarting its workers when its program was killed is stopped', async () => {
  const first = startInstance(dataDir)
  const { pid, connection } = await first.ready
  await crashWorker(dataDir, connection)
  await first.kill('node')

  const server = await startInstance(dataDir).ready
  expect(server.pid).not.toBe(pid)
  expect(postmastersIn(dataDir)).toEqual([server.pid])
})

test('a process that only has the command line of our server is not signalled', async () => {
  const args = ['-D', join(dataDir, 'postgres'), '-c', 'listen_addresses=']
  const impostor = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 6e5)', '--', ...args], {
    argv0: '/usr/bin/postgres',
  })
  onTestFinished(() => void impostor.kill())
  writePidFile(dataDir, impostor.pid as number)

  await startInstance(dataDir).ready
  expect(impostor.signalCode).toBe(null)
  expect(findProcess(impostor.pid as number)).not.toBe(null)
})

test('a zombie whose id is in postmaster.pid does not keep PostgreSQL from starting', async () => {
  const parent = spawn('sh', ['-c', 'true & exec sleep 600'])
  onTestFinished(() => void parent.kill())
  writePidFile(dataDir, await findZombieOf(parent.pid as number))

  await startInstance(dataDir).ready
})

async function findZombieOf(parent: number): Promise<number> {
  for (;;) {
    const child = processTree(parent).find(pid => pid !== parent)
    if (child !== undefined && findProcess(child) === null) return child
    await sleep(1)
  }
}
