import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

/** PostgreSQL refuses to run as root, so everything of the cluster then runs as Debian's user `postgres`. */
function clusterUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8').match(/^postgres:[^:]*:(\d+):(\d+):/m)
  if (!line) throw new Error('There is no user postgres. Install postgresql-15.')
  return { uid: Number(line[1]), gid: Number(line[2]) }
}

/** Makes a folder that the processes of the cluster can write to. */
export function makeFolder(path: string): string {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  const user = clusterUser()
  if (user) chownSync(path, user.uid, user.gid)
  return path
}

type Launch = { command: string; args?: string[]; environment?: Record<string, string>; folder: string }

/**
 * Starts a program of the cluster. It works in `folder`, by which it and everything that it starts are found again, and
 * writes to `log` there.
 */
export async function launch({ command, args = [], environment = {}, folder }: Launch): Promise<void> {
  const log = openSync(join(folder, 'log'), 'a')
  const child = spawn(command, args, {
    cwd: folder,
    env: { PATH: `${process.env.PATH}:/usr/sbin`, LANG: 'C.UTF-8', ...environment },
    stdio: ['ignore', log, log],
    // So that Ctrl-C in the terminal does not reach it before the clean-up.
    detached: true,
    ...clusterUser(),
  })
  await once(child, 'spawn')
  child.unref()
}

/** The processes that work in a folder or in one inside of it. */
export function processesIn(folder: string): number[] {
  return allProcesses().filter(pid => {
    const worksIn = workingFolder(pid)
    return worksIn === folder || worksIn?.startsWith(`${folder}/`) === true
  })
}

const allProcesses = () =>
  readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)

function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    // It has ended.
    return null
  }
}

/** Sends a signal to all processes of a folder. */
export function signalAll(folder: string, signal: NodeJS.Signals): void {
  for (const pid of processesIn(folder)) kill(pid, signal)
}

function kill(pid: number, signal: NodeJS.Signals) {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile.
  }
}

const FOLDER_OF_RUN = /\/bloodbank-cluster-(\d+)(\/|$| )/

/** The folder of this run, whose name says which process it belongs to. */
export const folderOfRun = (parent: string) => join(parent, `bloodbank-cluster-${process.pid}`)

/** Kills what an earlier run has left because it was killed itself. */
export function killAbandoned(): void {
  for (const pid of allProcesses()) {
    const [, run] = FOLDER_OF_RUN.exec(workingFolder(pid) ?? '') ?? []
    if (run && !existsSync(`/proc/${run}`)) kill(pid, 'SIGKILL')
  }
}

/** Kills all processes of a folder, also those that are started meanwhile, and waits until they have ended. */
export async function killAll(folder: string): Promise<void> {
  while (processesIn(folder).length > 0) {
    signalAll(folder, 'SIGKILL')
    await pause(10)
  }
}
