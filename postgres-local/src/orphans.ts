import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DataFolder } from './data-folder.ts'
import { findProcess, findServersIn, isOurServer, isServerIn, type Process } from './processes.ts'
import { FAST_SHUTDOWN_TIMEOUT_MS } from './server.ts'

const POLL_AFTER_MS = 50
const WORKERS_TIMEOUT_MS = 1_000
const TIMEOUT_MS = 30_000

/**
 * Stops the processes of a killed instance, so that PostgreSQL can start. The caller must hold the lock of the data
 * folder: then a server started by us that still runs is an orphan. A process is signalled only if it runs PostgreSQL in
 * this folder and either has the command line of a server started by us or is a worker without a server. Throws if the
 * folder is in use by another PostgreSQL, or not free within 30 s.
 */
export async function stopOrphans(folder: DataFolder, log: (message: string) => void): Promise<void> {
  const signalled = new Map<number, NodeJS.Signals>()
  const stop = (pid: number, signal: NodeJS.Signals) => {
    if (signalled.get(pid) === signal) return
    signalled.set(pid, signal)
    log(`Stopping PostgreSQL (process ${pid}, ${signal}), which a killed instance left running`)
    send(signal, pid)
    // A stopped process handles no other signal.
    send('SIGCONT', pid)
  }
  const startedAt = performance.now()
  for (;;) {
    const processes = findServersIn(folder.cluster)
    if (processes.length === 0 && removeStalePidFile(folder.cluster)) return

    const waitedMs = performance.now() - startedAt
    if (waitedMs > TIMEOUT_MS) {
      const pids = processes.map(({ pid }) => pid).join(', ')
      throw new Error(
        `PostgreSQL that an earlier instance left running in ${folder.cluster} did not stop (process ${pids}).`,
      )
    }
    const servers = processes.filter(process => !isWorker(process))
    for (const { pid, args } of servers) {
      if (!isOurServer(args, folder.cluster)) {
        throw new Error(
          `${folder.cluster} is in use by a PostgreSQL server that this program did not start (process ${pid}).`,
        )
      }
      stop(pid, waitedMs < FAST_SHUTDOWN_TIMEOUT_MS ? 'SIGINT' : 'SIGQUIT')
    }
    // Workers notice that their server has ended as soon as they wait for something; one that computes for long does
    // not. The server itself sends them SIGQUIT when one of them crashes.
    if (servers.length === 0 && waitedMs > WORKERS_TIMEOUT_MS) {
      for (const { pid } of processes) stop(pid, 'SIGQUIT')
    }
    await sleep(POLL_AFTER_MS)
  }
}

const isWorker = ({ args }: Process) => args[0]?.startsWith('postgres: ') === true

function send(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/**
 * PostgreSQL would refuse to start forever: it takes any living process id in postmaster.pid for a running server, even
 * a zombie or an unrelated process with a reused id, and an empty file for a server that is starting. Returns false if
 * there is a server after all. If one were overlooked, the shared memory segment of the folder still keeps PostgreSQL
 * from starting twice.
 */
function removeStalePidFile(cluster: string): boolean {
  const file = join(cluster, 'postmaster.pid')
  const holder = findProcess(readPid(file))
  if (holder && isServerIn(holder, cluster)) return false
  rmSync(file, { force: true })
  return true
}

function readPid(file: string): number {
  try {
    return Math.abs(Number.parseInt(readFileSync(file, 'utf8'), 10))
  } catch {
    return Number.NaN
  }
}
