import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DataFolder } from './data-folder.ts'
import { findProcess, findServersIn, isOurs, isServerIn, type Process } from './processes.ts'
import { FAST_SHUTDOWN_WITHIN_MS } from './server.ts'

const LOOK_AGAIN_MS = 50
const WORKERS_LEAVE_WITHIN_MS = 1_000
const GIVE_UP_AFTER_MS = 30_000

/**
 * Ends what a killed copy left behind, so that PostgreSQL can start. Call it under the lock of the data
 * folder: then a server of ours that still runs has lost its owner. No process is signalled unless it
 * runs PostgreSQL in this very folder, and its command line is that of our server, or of a worker that
 * has lost its server. Throws when the folder is used by a PostgreSQL that is not ours, or does not come
 * free in 30 s.
 */
export async function endLeftovers(folder: DataFolder, log: (message: string) => void): Promise<void> {
  const asked = new Map<number, NodeJS.Signals>()
  const ask = (pid: number, signal: NodeJS.Signals) => {
    if (asked.get(pid) === signal) return
    asked.set(pid, signal)
    log(`Ending PostgreSQL (process ${pid}, ${signal}), which an earlier copy left behind`)
    send(signal, pid)
    // One that was put to sleep hears nothing else.
    send('SIGCONT', pid)
  }
  const begunAt = performance.now()
  for (;;) {
    const processes = findServersIn(folder.cluster)
    if (processes.length === 0 && dropStaleClaim(folder.cluster)) return

    const waitedMs = performance.now() - begunAt
    if (waitedMs > GIVE_UP_AFTER_MS) {
      const pids = processes.map(({ pid }) => pid).join(', ')
      throw new Error(`PostgreSQL of an earlier copy does not leave ${folder.cluster} (process ${pids}).`)
    }
    const servers = processes.filter(process => !isWorker(process))
    for (const { pid, args } of servers) {
      if (!isOurs(args, folder.cluster)) {
        throw new Error(
          `${folder.cluster} is in use by another PostgreSQL (process ${pid}), not started here.`,
        )
      }
      ask(pid, waitedMs < FAST_SHUTDOWN_WITHIN_MS ? 'SIGINT' : 'SIGQUIT')
    }
    // Workers see that their server is gone as soon as they wait for something; one that counts to a
    // billion does not. SIGQUIT is what the server itself sends them when one of them crashes.
    if (servers.length === 0 && waitedMs > WORKERS_LEAVE_WITHIN_MS) {
      for (const { pid } of processes) ask(pid, 'SIGQUIT')
    }
    await sleep(LOOK_AGAIN_MS)
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
 * PostgreSQL takes any living process id in postmaster.pid for a running server, be it a zombie or an
 * innocent process that got the number since, and an empty file for one that is starting: it would
 * refuse for good. False when a server turns up after all; should one slip through even so, it is
 * PostgreSQL's second guard, the shared memory that belongs to the folder, which keeps two apart.
 */
function dropStaleClaim(cluster: string): boolean {
  const file = join(cluster, 'postmaster.pid')
  const claimant = findProcess(readClaim(file))
  if (claimant && isServerIn(claimant, cluster)) return false
  rmSync(file, { force: true })
  return true
}

function readClaim(file: string): number {
  try {
    return Math.abs(Number.parseInt(readFileSync(file, 'utf8'), 10))
  } catch {
    return Number.NaN
  }
}
